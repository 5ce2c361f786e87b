"""Leaving and resuming: nothing is lost, and nothing starts or resumes without being asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.plain.playing import CONTRACT_GAMES, lines, play, recorded
from tests.support.calling import call

COMMAND = re.compile(r"^clemtui play --resume ([0-9a-f]+)$", re.MULTILINE)


def resume_id(out: str) -> str:
    """Return the id in the printed command that resumes the episode."""
    found = COMMAND.search(out)
    assert found, out
    return found[1]


def test_at_a_terminal_the_printed_command_stays_plain(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at_terminal in (False, True):
        monkeypatch.setattr("clemtui.cli.opening.at_terminal", lambda at=at_terminal: at)
        out = play("wordle", "--as", "ada", "--new", "--plain").out
        assert ("--plain" in out.split("clemtui play --resume")[1]) == at_terminal


def test_the_name_is_said_unless_it_was_given(home: Path) -> None:
    assert "Recorded as" not in play("wordle", "--as", "ada").out
    assert "Recorded as ada." in play("wordle", "--new").out


@pytest.mark.parametrize("typed", ["", "/leave\n"], ids=["end of input", "/leave"])
def test_leaving_shows_how_to_resume(home: Path, typed: str) -> None:
    called = play("wordle", typed=lines("crane", "") + typed)
    id = resume_id(called.out)
    (episode,) = recorded(home)
    assert episode.summary.id.endswith(id)
    assert episode.state == "running"


def test_episode_resumes_where_it_was_left(home: Path) -> None:
    id = resume_id(play("wordle", typed=lines("crane", "")).out)
    called = play("--resume", id, typed=lines("slate", ""))
    assert "You · Guesser: crane" in called.out
    assert "2. s not in the word" in called.out
    (episode,) = recorded(home)
    assert len(episode.entries) == 2


def test_who_resumes_in_another_interface_language_is_told_under_which_it_counts(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = "Episoden zählen"
    id = resume_id(play("wordle", typed=lines("crane", "")).out)
    assert "Episodes are counted" not in play("--resume", id).out
    monkeypatch.setenv("CLEMTUI_LANG", "de")
    assert told in play("--resume", id).out
    assert told not in play("wordle", "--new").out
    assert recorded(home)[-1].condition["interface_language"] == "en"


def test_newest_of_game_and_person_is_resumed_without_id(home: Path) -> None:
    play("wordle", "--as", "ada", typed=lines("crane", ""))
    play("wordle", "--as", "bob")
    play("taboo", "--as", "ada")
    called = play("wordle", "--as", "ada", "--resume", typed="")
    assert "You · Guesser: crane" in called.out


def test_without_a_name_an_own_episode_comes_before_one_without_people(home: Path) -> None:
    play("wordle", "--as", "ada", typed=lines("crane", ""))
    play("wordle", "--as", "bob", typed=lines("slate", ""))
    play("taboo", "--seat", "observer", typed="/leave\n")
    assert len([each for each in recorded(home) if each.state == "running"]) == 3
    assert "You · Guesser: crane" in play("--resume", typed="").out, "ada is the first person here"
    play("--resume", typed=lines("/giveup", "yes"))
    assert "You · Guesser: slate" in play("--resume", typed="").out


def test_draft_is_kept(home: Path) -> None:
    id = resume_id(play("wordle", typed=lines("crane")).out)
    called = play("--resume", id, typed=lines("", "because"))
    assert "Your draft is kept." in called.out
    assert "Enter to keep crane" in called.out
    (episode,) = recorded(home)
    assert episode.entries[0].timing is not None
    assert episode.entries[0].timing.values == {"guess": "crane", "explanation": "because"}


def test_draft_may_be_replaced_or_cleared(home: Path) -> None:
    id = resume_id(play("wordle", typed=lines("crane", "because", "slate")).out)
    play("--resume", id, typed=lines("/clear", "brick", ""))
    values = [entry.timing.values for entry in recorded(home)[0].entries if entry.timing]
    assert values == [{"guess": "crane", "explanation": "because"}, {"guess": "brick"}]


def test_free_text_continues_after_the_draft(home: Path) -> None:
    verbatim = ("wordle", "--interface", "verbatim")
    id = resume_id(play(*verbatim, typed=lines("explanation: x")).out)
    called = play("--resume", id, typed=lines("guess: crane", "/done"))
    assert "Your draft:\nexplanation: x\n" in called.out
    entry = recorded(home)[0].entries[0].entry
    assert getattr(entry, "text", None) == "explanation: x\nguess: crane"


def test_unfinished_episode_is_offered_first(home: Path) -> None:
    play("wordle", "--as", "ada", typed=lines("crane", ""))
    offered = play("wordle", "--as", "ada", typed=lines("what?", "resume", "slate", ""))
    assert "There is an unfinished episode:" in offered.out
    assert "“what?” is not an option. Options: resume and new." in offered.out
    (episode,) = recorded(home)
    assert len(episode.entries) == 2
    play("wordle", "--as", "ada", typed=lines("new", "crane", ""))
    assert len(recorded(home)) == 2


@pytest.mark.parametrize("typed", ["", "/leave\n"], ids=["end of input", "/leave"])
def test_leaving_the_choice_starts_nothing(home: Path, typed: str) -> None:
    play("wordle", typed=lines("crane", ""))
    play("wordle", typed=typed)
    assert len(recorded(home)) == 1


def test_other_peoples_and_games_episodes_are_not_offered(home: Path) -> None:
    play("wordle", "--as", "ada")
    for arguments in (("wordle", "--as", "bob"), ("taboo", "--as", "ada")):
        assert "There is an unfinished episode" not in play(*arguments).out
    assert len(recorded(home)) == 3


def test_new_starts_without_asking(home: Path) -> None:
    play("wordle", typed=lines("crane", ""))
    play("wordle", "--new", typed=lines("crane", ""))
    assert len(recorded(home)) == 2


def test_resume_command_names_database_and_collections(tmp_path: Path) -> None:
    database = str(tmp_path / "my records.db")
    called = play("whisper", "--db", database, "--collection", CONTRACT_GAMES)
    assert f"'--db={database}'" in called.out
    assert f"--collection={CONTRACT_GAMES}" in called.out


def test_finished_episode_cannot_be_resumed(home: Path) -> None:
    play("wordle", typed=lines("/giveup", "yes"))
    called = call("play", "--resume", recorded(home)[0].summary.id)
    assert called.code == 1
    assert "cannot be resumed: it has already ended" in called.error


def test_unknown_id(home: Path) -> None:
    play("wordle")
    called = call("play", "--resume", "00000000ffff")
    assert called.code == 2
    assert "unknown episode" in called.error
