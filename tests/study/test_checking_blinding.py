"""What is wrong with a protocol that blinds participants, or limits their time."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.config import Settings
from clemtui.engine import Timing
from clemtui.episode.service import PlayService
from clemtui.language import Interface
from clemtui.study.checking import check_study
from clemtui.study.errors import StudyError
from clemtui.study.freezing import Frozen, freeze
from clemtui.study.manifest import read_manifest
from clemtui.study.path.wording import consent_text
from clemtui.study.service import Studies
from tests.study.protocols import study
from tests.support.play_helpers import Waiting, asked, choices, planned, sitting, until

END = "value = 80.5\n"
REMOTE = 'partner = { model = "openai/hidden-model-7", api_base = "https://models.example.org/v1" }'


def blinding(*lines: str) -> tuple[str, str]:
    return END, END + "\n".join(("[blinding]", *lines)) + "\n"


def game(*lines: str) -> tuple[str, str]:
    return "episodes = 4", "\n".join(("episodes = 4", *lines))


def findings(place: Path, *changes: tuple[str, str]) -> list[str]:
    """Return what the check finds, without lines."""
    found = check_study(open_catalogue(), study(place, *changes), None).findings
    return [re.sub(r"line \d+: ", "", str(each)) for each in found]


def test_a_time_limit_is_sound(tmp_path: Path) -> None:
    assert findings(tmp_path, game("minutes = 2.5")) == []


def test_a_blinded_partner_is_only_something_that_a_reviewer_asks_about(tmp_path: Path) -> None:
    found = findings(tmp_path, blinding("partner = true", "question = true"))
    (warning,) = found
    assert warning == (
        "warning: blinding.partner: participants learn only at the end who their partner was: the "
        "consent must say so"
    )


@pytest.mark.parametrize(
    ("changes", "finding"),
    [
        ([blinding("pacing = { graphemes_per_minute = 200, thinking_seconds = 4 }")],
         "error: blinding.pacing: is for a blinded partner: set partner = true"),
        ([blinding("partner = true", "pacing = { graphemes_per_minute = 200 }")],
         "warning: blinding.pacing: thinking_seconds is missing: it is drawn from people"),
        ([blinding("question = true")],
         "warning: blinding.question: participants are shown who their partner is, unless"),
        ([blinding("partner = true"), ('"taboo"', '"wordle"')],
         "error: blinding.partner: no game of the study has a partner"),
        ([blinding("question = true"), ('"taboo"', '"wordle"')],
         "error: blinding.question: there is no partner to be asked about in wordle"),
        ([blinding("partner = true"), game('partner = "person"')],
         "error: games.1.partner: a person at the same keyboard is seen: partner of blinding fail"),
        ([blinding("partner = true", "question = true"), game('partner = "person"')],
         "error: games.1.partner: a person at the same keyboard is seen: partner and question of"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(
    tmp_path: Path, changes: list[tuple[str, str]], finding: str
) -> None:
    found = findings(tmp_path, *changes)
    assert any(each.startswith(finding) for each in found), found


@pytest.mark.parametrize("blinded", [True, False])
def test_the_consent_says_that_words_may_be_sent_without_naming_a_blinded_model(
    tmp_path: Path, blinded: bool
) -> None:
    changes = [game(REMOTE), *([blinding("partner = true")] if blinded else [])]
    catalogue = open_catalogue()
    checked = check_study(catalogue, study(tmp_path, *changes), None)
    manifest = read_manifest(freeze(catalogue, checked).manifest)
    text = consent_text(manifest, Interface("en"))
    assert ("may be sent to a language model on another computer" in text) is blinded
    assert ("hidden-model" in text) is not blinded


def frozen(place: Path, *lines: str) -> Frozen:
    catalogue = open_catalogue()
    return freeze(catalogue, check_study(catalogue, study(place, blinding(*lines)), None))


async def test_thinking_times_are_drawn_only_where_there_are_people(tmp_path: Path) -> None:
    """Participants guess, so people must have been recorded who described."""
    drawn = frozen(tmp_path, "partner = true", "pacing = { graphemes_per_minute = 200 }")
    database = tmp_path / "clemtui.db"
    async with sitting(database) as service:
        with pytest.raises(StudyError, match="no one was recorded as WordDescriber of taboo"):
            await Studies(service).freeze(drawn)
        await _describe(service)
        assert await Studies(service).freeze(drawn)


async def test_a_fixed_thinking_time_needs_nobody(tmp_path: Path) -> None:
    fixed = "pacing = { graphemes_per_minute = 200, thinking_seconds = 4 }"
    service = PlayService(
        database=tmp_path / "clemtui.db", settings=Settings(), front="plain"
    )  # fmt: skip
    assert await Studies(service).freeze(frozen(tmp_path, "partner = true", fixed))
    await service.close()


async def _describe(service: PlayService) -> None:
    live = await service.start(planned(service, choices("taboo", seat="Player 1")))
    person = Waiting(live)
    playing = asyncio.create_task(live.play())
    await until(lambda: asked(person))
    assert live.answer(1, person.scripted(asked(person)[0]), Timing(submitted_ms=9000.0))
    live.leave()
    await playing
