"""The rules of a game as they hold in a prompt language.

Packs state the rules of their own language: which forms of a word Taboo forbids, for example,
differs between languages. So whoever is to play in a language reads the rules of its pack, in that
language, and not those of the interface language.
"""

from __future__ import annotations

from collections.abc import Sequence

from clemtui.engine.texts import base_language
from clemtui.language import Interface, Localised
from clemtui.wording.phrases import Voice


def rules_in(voice: Voice, language: str) -> Localised:
    """Return the rules of a prompt language, in that language."""
    return voice.labels.say(voice.listing.rules, language=language)


def rules_to_play(voice: Voice, languages: Sequence[str]) -> tuple[Localised, ...]:
    """Return the rules for someone who is to play in these prompt languages, as paragraphs.

    Each language has its own, below a line that names it, unless there is but one and the interface
    is in it. Wordings of a language share its rules.
    """
    ui = voice.interface
    spoken = tuple(dict.fromkeys(map(base_language, languages)))
    if spoken == (base_language(ui.language),):
        return (rules_in(voice, spoken[0]),)
    return tuple(
        line
        for language in spoken
        for line in (
            ui.text("The rules when you play in this language: {language}",
                    language=ui.language_name(language)),
            rules_in(voice, language),
        )
    )  # fmt: skip


def language_of_questions(ui: Interface, languages: Sequence[str]) -> str:
    """Return the language in which to ask about rules that were read in these prompt languages:
    that of the interface if it is among them, else the first."""
    spoken = tuple(map(base_language, languages))
    return ui.language if base_language(ui.language) in spoken else spoken[0]
