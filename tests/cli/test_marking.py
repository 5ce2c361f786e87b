"""``clemtui episodes exclude|include|tag|close``: decisions about named or filtered episodes."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from clemtui.records.rows import TagDecision
from clemtui.store.write.writer import Writer
from tests.plain.playing import lines, play
from tests.support.calling import call
from tests.support.play_helpers import asked, choices, leave_when, sitting

WHY = ("--reason", "noise outside", "--by", "Cy")


@pytest.fixture(autouse=True)
def database(home: Path) -> Path:
    """An unfinished episode of Ann, one that she has given up, and an unfinished one of Bo."""
    play("wordle", "--as", "Ann", "--game-id", "3", typed=lines("crane"))
    play("wordle", "--as", "Ann", "--game-id", "1", "--new", typed=lines("/giveup", "yes"))
    play("wordle", "--as", "Bo", "--game-id", "2", typed=lines("crane"))
    return home / "data" / "clemtui.db"


def listed(*filters: str) -> dict[str, dict[str, Any]]:
    found = json.loads(call("episodes", "list", "--json", *filters).out)
    return {each["id"]: each for each in found}


def states() -> list[str]:
    return sorted(each["state"] for each in listed().values())


def test_closing_by_filter_closes_what_is_unfinished(home: Path) -> None:
    assert states() == ["finished", "running", "running"]
    called = call("episodes", "close", "--as", "Ann", "--outcome", "void", *WHY, "--yes")
    assert (called.code, called.out) == (0, "1 episode closed.\n")
    assert states() == ["finished", "running", "void"]
    again = call("episodes", "close", "--as", "Ann", "--outcome", "void", *WHY)
    assert (again.code, again.error) == (
        2,
        "each episode that matches these filters is not unfinished",
    )


def test_closing_named_episodes_closes_all_or_none(home: Path) -> None:
    called = call("episodes", "close", *listed(), "--outcome", "aborted", *WHY)
    assert called.code == 2
    assert called.error.endswith("is not unfinished; nothing was changed")
    assert states() == ["finished", "running", "running"]


CLOSING = ("episodes", "close", "--game", "wordle", *WHY)


@pytest.mark.parametrize("typed", ["1\n", "yes\n", "\n", ""])
@pytest.mark.parametrize("way", [(), ("--idle", "0m")], ids=["filter", "idle"])
def test_a_wrong_confirmation_closes_nothing(way: tuple[str, ...], typed: str) -> None:
    refused = call(*CLOSING, "--outcome", "void", *way, typed=typed)
    assert refused.code == 2
    assert "nothing was closed; use --yes to close without confirmation" in refused.err
    assert states() == ["finished", "running", "running"]


@pytest.mark.parametrize("way", [(), ("--idle", "0m")], ids=["filter", "idle"])
def test_the_number_of_episodes_confirms_that_they_are_closed(way: tuple[str, ...]) -> None:
    called = call(*CLOSING, "--outcome", "void", *way, typed="2\n")
    assert (called.code, called.out) == (0, "2 episodes closed.\n")
    assert "Type the number of episodes to confirm" in called.err
    assert states() == ["finished", "void", "void"]


@pytest.mark.parametrize(
    ("outcome", "figures"),
    [
        ("aborted", "it counts as not played."),
        ("void", "it counts nowhere."),
    ],
)
def test_a_dry_run_says_what_closing_means_and_closes_nothing(
    database: Path, outcome: str, figures: str
) -> None:
    shown = call(*CLOSING, "--outcome", outcome, "--dry-run")
    assert (shown.code, shown.out) == (0, "")
    episodes, meaning, people, last = shown.err.splitlines()
    assert episodes.startswith(f"This will close 2 unfinished episodes in {database}: ")
    assert all(each[-8:] in episodes for each in listed("state:running"))
    assert meaning.startswith(f"What is closed as {outcome} can no longer be resumed")
    assert meaning.endswith(figures)
    assert (people, last) == ("People in them: Ann, Bo.", "Nothing was written (--dry-run).")
    assert states() == ["finished", "running", "running"]


def test_nothing_is_asked_if_nothing_is_idle() -> None:
    called = call(*CLOSING, "--outcome", "void", "--idle", "999d")
    assert (called.code, called.out) == (0, "")
    assert called.err == "Nothing to close: no such episode has been idle for so long.\n"


def test_if_one_episode_is_being_played_none_is_closed(database: Path) -> None:
    """Not even those before it: the command does what it has announced, or nothing."""

    async def while_playing() -> None:
        async with sitting(database) as service:
            left = await leave_when(service, choices("wordle"), asked)
            live = await service.resume(left.live.id)
            refused = await asyncio.to_thread(call, *CLOSING, "--outcome", "void", "--yes")
            assert refused.code == 1
            assert f"episode {live.id} is being played" in refused.error

    asyncio.run(while_playing())
    assert "void" not in states()


def test_closing_needs_a_reason(home: Path) -> None:
    described = call("episodes", "close", "--help").out
    assert "The reason, which is recorded. Required without --idle." in " ".join(described.split())
    for reason in ((), ("--reason", "  ")):
        called = call("episodes", "close", "--as", "Ann", "--outcome", "void", *reason)
        assert called.code == 2
        assert "--reason is required" in called.error
    assert states() == ["finished", "running", "running"]


def test_including_by_filter_concerns_what_is_excluded(home: Path) -> None:
    (finished,) = listed("state:finished")
    assert call("episodes", "exclude", finished, *WHY).code == 0
    assert "excluded" in call("report").out
    called = call("episodes", "include", "--as", "Ann", *WHY)
    assert (called.code, called.out) == (0, "1 episode included.\n")
    assert "excluded" not in call("report").out
    again = call("episodes", "include", finished, *WHY)
    assert (again.code, again.error) == (
        2, f"episode {finished[-8:]} is not excluded from analyses; nothing was changed"
    )  # fmt: skip


def test_a_decision_that_is_there_already_is_not_recorded_again(home: Path) -> None:
    (finished,) = listed("state:finished")
    for words, said in (
        (("exclude", finished, *WHY), "is already excluded from analyses"),
        (("tag", "wave=1", finished, "--by", "Cy"), "already has the tag wave=1"),
    ):
        assert call("episodes", *words).code == 0
        again = call("episodes", *words)
        assert (again.code, again.error) == (
            2, f"episode {finished[-8:]} {said}; nothing was changed"
        )  # fmt: skip


def test_what_is_included_but_does_not_count_yet_is_named_with_its_reason(home: Path) -> None:
    running = next(iter(listed("state:running")))
    assert call("episodes", "exclude", running, *WHY).code == 0
    called = call("episodes", "include", running, *WHY)
    assert (called.code, called.out) == (0, "1 episode included.\n")
    assert called.err.startswith(f"{running[-8:]}: Does not count: unfinished.")


def test_what_does_not_count_is_listed(home: Path) -> None:
    (finished,) = listed("state:finished")
    assert finished in listed("counts:yes")
    assert call("episodes", "exclude", finished, *WHY).code == 0
    assert not listed("counts:yes")
    assert len(listed("counts:no")) == 3


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_shown_episode_says_who_revoked_what_and_why(home: Path, form: str) -> None:
    (finished,) = listed("state:finished")
    assert call("episodes", "exclude", finished, *WHY).code == 0
    revoke = ("--by", "Cy", "--reason", "was read")
    assert call("episodes", "include", finished, *revoke).code == 0
    out = call("episodes", "show", finished, "--format", form).out
    earlier = r" \(earlier decision: Cy, [^)]*, noise outside\)"
    assert re.search(rf"everywhere \(revoked: Cy, [^)]*, was read{earlier}\)", out)
    if form == "text":
        said = rf"^Counts\. Included again: Cy, .*, was read{earlier}\.$"
        assert re.search(said, out, re.MULTILINE)


def test_a_tag_is_removed_from_those_that_have_it(home: Path) -> None:
    (of_bo,) = listed("by:Bo")
    assert call("episodes", "tag", "wave=1", of_bo, "--by", "Cy").code == 0
    called = call("episodes", "tag", "wave=1", "--game", "wordle", "--remove", "--by", "Cy")
    assert (called.code, called.out) == (0, "Tag removed from 1 episode.\n")


def test_blanks_around_key_and_value_are_no_part_of_a_tag(home: Path) -> None:
    """In every place where one is typed; see also the decisions in the history of the app."""
    (of_bo,) = listed("by:Bo")
    assert call("episodes", "tag", " wave =  2 ", of_bo, "--by", "Cy").code == 0
    play("wordle", "--as", "Di", "--game-id", "4", "--tag", "wave = 2", typed=lines("crane"))
    assert [each["tags"] for each in listed("--tag", " wave= 2").values()] == [{"wave": ["2"]}] * 2
    assert listed("--tag", "wave=2") == listed('tag:"wave = 2"')
    for words in (("episodes", "tag", "wave= ", of_bo, "--by", "Cy"),
                  ("play", "wordle", "--tag", "wave= ")):  # fmt: skip
        assert "a tag needs a value: wave=VALUE" in call(*words).error


@pytest.mark.parametrize("tag", ["a\nb=c", "k=\x1b[2J", "k=" + "x" * 5000])
def test_a_tag_is_a_short_line_of_text(home: Path, tag: str) -> None:
    (of_bo,) = listed("by:Bo")
    called = call("episodes", "tag", tag, of_bo, "--by", "Cy")
    assert called.code == 2
    assert "a tag is one line of at most 200 characters" in called.error
    assert listed("by:Bo")[of_bo]["tags"] == {}


@pytest.mark.parametrize("typed", ["wave=2", "wave= 2", "wave =2 "])
def test_a_tag_that_was_recorded_with_blanks_is_found_and_removed(
    database: Path, typed: str
) -> None:
    (of_bo,) = listed("by:Bo")
    with closing(Writer(database)) as writer:
        for value in (" 2", "2", "3"):
            writer.tag([of_bo], TagDecision("wave", value, "Cy"))
    assert list(listed("--tag", typed)) == [of_bo]
    again = call("episodes", "tag", typed, of_bo, "--by", "Cy")
    assert "already has the tag wave=2" in again.error
    removed = call("episodes", "tag", typed, "--remove", "--tag", typed, "--by", "Cy")
    assert (removed.code, removed.out) == (0, "Tag removed from 1 episode.\n")
    assert listed("by:Bo")[of_bo]["tags"] == {"wave": ["3"]}


def test_a_tag_whose_value_is_blank_can_be_removed(database: Path) -> None:
    """Older versions recorded such tags."""
    (of_bo,) = listed("by:Bo")
    with closing(Writer(database)) as writer:
        writer.tag([of_bo], TagDecision("wave", " ", "Cy"))
    assert call("episodes", "tag", "wave=", of_bo, "--remove", "--by", "Cy").code == 0
    assert listed("by:Bo")[of_bo]["tags"] == {}


def test_a_report_says_that_nothing_is_excluded_from_a_study(home: Path) -> None:
    (finished,) = listed("state:finished")
    assert call("episodes", "exclude", finished, "--study", "memory", *WHY).code == 0
    right, wrong = (call("report", "--study", study) for study in ("memory", "memry"))
    assert (right.code, right.err) == (0, "")
    assert (wrong.code, wrong.error) == (
        0, "nothing is excluded from a study 'memry' alone; exclusions name memory"
    )  # fmt: skip
    assert call("report", "--study", "\udcff").code == 0, "what cannot be stored excludes nothing"


def test_resuming_without_a_name_resumes_an_episode_of_the_default_person(home: Path) -> None:
    assert call("people", "use", "Ann").code == 0
    play("--resume", typed=lines("/giveup", "yes"))  # the newest is Bo's
    assert [each["people"] for each in listed("state:running").values()] == [["Bo"]]
