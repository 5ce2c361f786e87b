"""``clemtui episodes erase``: the text of episodes or of a sitting, after confirmation."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from clemtui.archive.episodes import list_episodes
from clemtui.records.rows import EpisodeFilter
from tests.plain.playing import lines, play
from tests.support.calling import call
from tests.support.play_helpers import asked, choices, leave_when, sitting


@pytest.fixture
def database(home: Path) -> Path:
    """The database of this home, with an unfinished episode of Ann and one of Bo."""
    play("taboo", "--as", "Ann", "--tag", "wave=1", typed=lines("a very secret clue"))
    play("taboo", "--as", "Bo", typed=lines("another clue"))
    return home / "data" / "clemtui.db"


def episode_of(name: str) -> dict[str, Any]:
    (found,) = (each for each in listed() if each["people"] == [name])
    return found


def listed() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(call("episodes", "list", "--json").out)
    return found


@pytest.mark.parametrize("way", ["id", "filter", "sitting", "id of the sitting"])
def test_what_is_named_is_erased_and_nothing_else(database: Path, way: str) -> None:
    id = episode_of("Ann")["id"]
    session = json.loads(call("episodes", "show", id, "--json", "--view", "all").out)["session"]
    named = {
        "id": [id[-8:]], "filter": ["--tag", "wave=1"], "sitting": ["--sitting", id[-8:]],
        "id of the sitting": ["--sitting", session],
    }  # fmt: skip
    assert b"secret clue" in database.read_bytes()
    done = call("episodes", "erase", *named[way], typed=lines("1"))
    assert done.code == 0
    assert done.err.startswith(
        f"This will erase the text of 1 episode in {database}. Its scores are kept, but no report, "
        "comparison or export of results will count it.\n"
    )
    assert "People in them: Ann.\n" in done.err
    assert done.err.endswith("Erased: 1 episode.\n")
    assert b"secret clue" not in database.read_bytes()
    assert [episode_of(name)["erased"] for name in ("Ann", "Bo")] == [True, False]
    assert episode_of("Ann")["tags"] == {"wave": ["1"]}


def test_a_dry_run_says_the_same_and_erases_nothing(database: Path) -> None:
    shown = call("episodes", "erase", "--game", "taboo", "--scores", "--dry-run")
    assert shown.code == 0
    first, people, last = shown.err.splitlines()
    assert first == f"This will erase the text and the scores of 2 episodes in {database}."
    assert (people, last) == ("People in them: Ann, Bo.", "Nothing was written (--dry-run).")
    assert not [each for each in listed() if each["erased"]]
    assert call("people", "forget", "Ann", "--scores", "--dry-run").code == 0
    assert not [each for each in listed() if each["erased"]]


@pytest.mark.parametrize("typed", ["2\n", "yes\n", "\n", ""])
def test_a_wrong_confirmation_erases_nothing(database: Path, typed: str) -> None:
    refused = call("episodes", "erase", "--tag", "wave=1", typed=typed)
    assert refused.code == 2
    assert "nothing was erased; use --yes to erase without confirmation" in refused.err
    assert not [each for each in listed() if each["erased"]]


def test_scores_go_only_if_that_is_asked_for(home: Path) -> None:
    play("wordle", "--as", "Ann", typed=lines("/giveup", "y"))
    database = home / "data" / "clemtui.db"
    (before,) = list_episodes(database, EpisodeFilter())
    assert before.scores is not None
    call("episodes", "erase", before.id, "--yes")
    (without_text,) = list_episodes(database, EpisodeFilter())
    assert (without_text.erased, without_text.scores) == (True, before.scores)
    again = call("episodes", "erase", before.id, "--yes")
    assert again.err == "Nothing to erase: these episodes have already been erased.\n"
    call("episodes", "erase", before.id, "--scores", "--yes")
    (without_scores,) = list_episodes(database, EpisodeFilter())
    assert without_scores.scores is None


@pytest.mark.parametrize(
    ("named", "words", "code"),
    [
        ((), "name what to erase", 2),
        (("1a2b", "--game", "taboo"), "name what to erase", 2),
        (("--sitting", "1a2b", "--game", "taboo"), "name what to erase", 2),
        (("--tag", "wave=9"), "no episode in", 2),
        (("--as", "Bob"), "unknown person 'Bob'", 2),
        (("ffffffff",), "ffffffff", 2),
        (("--sitting", "ffffffff"), "ffffffff", 2),
        (("--sitting", "zzz"), "zzz", 2),
    ],
)
def test_what_names_nothing_or_too_much_is_refused(
    database: Path, named: tuple[str, ...], words: str, code: int
) -> None:
    refused = call("episodes", "erase", *named, "--yes")
    assert refused.code == code
    assert words in refused.error
    assert not [each for each in listed() if each["erased"]]


def test_an_episode_that_is_being_played_is_not_erased(home: Path) -> None:
    async def while_playing() -> None:
        async with sitting(home / "data" / "clemtui.db") as service:
            left = await leave_when(service, choices("taboo"), asked)
            live = await service.resume(left.live.id)
            for named in ([live.id], ["--sitting", live.id]):
                refused = await asyncio.to_thread(call, "episodes", "erase", *named, "--yes")
                assert refused.code == 1
                assert f"episode {live.id} is being played" in refused.error

    asyncio.run(while_playing())
    assert not [each for each in listed() if each["erased"]]
