"""The bundled packs are valid, and their games can be played with them."""

from __future__ import annotations

import pytest

from clemtui.catalogue import Catalogue, Collection
from clemtui.kit import CHECKS, Language, Subject
from clemtui.packs.check import Trial, check_packs, trials
from clemtui.packs.listing import find_packs
from tests.support.paths import ROOT

BUNDLED = Catalogue([Collection.at(ROOT)])
PACKS = find_packs(BUNDLED)
LANGUAGES = sorted({each.language for each in PACKS})
PLAYED = [each for each in PACKS if not each.interface_only]
WHICH = [(each.language, each.family) for each in PLAYED]

DEPTH = 8
"""Number of responses to try.

The conformance kit covers whole episodes, in every language as well; this finds a mistake in a pack
quickly.
"""


def test_there_are_packs_of_twelve_languages_and_a_control_of_the_wording() -> None:
    spoken = {"ar", "de", "en", "fr", "it", "ja", "pt-BR", "ru", "te", "tk", "tr", "zh"}
    assert set(LANGUAGES) == spoken | {"en-x-para1", "en-x-para2"}


def test_a_language_has_words_for_people_where_a_game_cannot_be_played_in_it() -> None:
    """No screen is in English because a game lacks labels in the interface language."""
    spoken = {each for each in LANGUAGES if "-x-" not in each}
    missing = [
        f"locales/{language}/{family.id}.toml"
        for language in sorted(spoken)
        for family in BUNDLED.families
        if "en" in BUNDLED.tags(family.id) and language not in BUNDLED.tags(family.id)
    ]
    assert missing == [], "create them: clemtui languages new LANG --interface-only --family FAMILY"
    alone = {(each.language, each.family) for each in PACKS if each not in PLAYED}
    assert alone >= {("te", "wordle"), ("tk", "wordle"), ("zh", "wordle")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_found_in_the_packs_of_a_language(language: str) -> None:
    """To see the problems, run ``clemtui languages check``."""
    found = [
        f"{each.found.family}: {finding.what}; {finding.remedy}"
        for each in check_packs(BUNDLED, (language,))
        for finding in each.findings
    ]
    assert found == []


@pytest.mark.nightly  # the kit's own tests try the words of every pack in the gate
@pytest.mark.parametrize(("language", "family"), WHICH)
def test_the_games_can_be_played_with_a_pack(language: str, family: str) -> None:
    """Prompts are filled in, labels have text, and the game reads what forms compose."""
    (pack,) = find_packs(BUNDLED, (language,), family)
    tried = [each for each in trials(BUNDLED, pack) if isinstance(each, Trial)]
    assert tried
    for trial in tried:
        packs = {name: Language(*of, trial.free) for name, of in trial.packs.items()}
        subject = Subject(
            trial.game, trial.instance, trial.texts, languages=packs, limit=DEPTH, depth=DEPTH
        )
        for name in ("prompts", "labels", "forms"):
            CHECKS[name](subject)


def test_the_first_lines_of_a_pack_tell_whether_it_has_prompts() -> None:
    """The first screen lists languages before any pack is read, and they stay the same."""
    for family in BUNDLED.families:
        assert set(BUNDLED.prompt_tags(family.id)) == set(BUNDLED.packs(family.id))
