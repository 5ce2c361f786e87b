"""The game master: what each player sees, what a round is, what everyone sees at the end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clemtui.engine import REVEAL, Card, Grid, GridField, Grids, MarkedList, without_tags
from tests.support.episodes import Episode, episode, notices
from tests.support.golden import golden_path, replayed

TARGET = "A ▢ ▢ ▢ ▢\n▢ ▢ ▢ ▢ ▢\n▢ ▢ ▢ ▢ ▢\n▢ ▢ ▢ ▢ ▢\n▢ ▢ ▢ ▢ B"
GRID = "A ▢ ▢ ▢ ▢\n▢ ▢ ▢ ▢ ▢\n▢ ▢ ▢ ▢ ▢\n▢ ▢ ▢ ▢ ▢\n▢ ▢ ▢ ▢ ▢"
WORDS = {"en": ("Command:", "DONE"), "de": ("Befehl:", "FERTIG")}


def start_episode(language: str = "en", *texts: str) -> Episode:
    played = episode("imagegame", language, data={"target_grid": TARGET})
    played.say(*texts)
    return played


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_round_is_a_command_and_a_grid(language: str) -> None:
    tag, done = WORDS[language]
    played = start_episode(language)
    assert played.request.seat == "Player 1"
    assert TARGET in played.said
    question = played.texts.prompt("question")
    assert played.said.endswith(f"{TARGET}\n{question}")
    played.say(f"{tag} one")
    assert played.request.seat == "Player 2"
    assert played.said.endswith(f"\n\n{tag} one")
    assert TARGET not in played.said
    played.say(GRID)
    assert (played.request.seat, played.said) == ("Player 1", question)
    played.say(f"{tag} two")
    assert (played.request.seat, played.said) == ("Player 2", f"{tag} two")
    played.say(GRID, f"{tag.lower()} {done.lower()}")
    assert played.is_over()
    assert played.log == [
        (0, "found instruction", f"{tag} one"),
        (0, "found grid", GRID),
        (1, "found instruction", f"{tag} two"),
        (1, "found grid", GRID),
        (2, "found terminate pattern", f"{tag.lower()} {done.lower()}"),
    ]
    assert played.master.keys == {}


@pytest.mark.parametrize(
    ("texts", "seat"), [(["no tag"], "Player 1"), (["Command: a", "no grid"], "Player 2")]
)
def test_malformed_answers_abort_and_both_players_are_told(texts: list[str], seat: str) -> None:
    played = start_episode("en", *texts[:-1])
    assert played.request.seat == seat
    events = played.say(texts[-1])
    assert played.is_over()
    assert played.verdicts[-1] == "malformed"
    reason = "imagegame.said.no_command" if seat == "Player 1" else "imagegame.said.no_grid"
    assert notices(events, "Player 1") == notices(events, "Player 2") == [reason]


def test_giving_up_aborts() -> None:
    played = start_episode("en", "Command: a", GRID)
    played.control("gave up", "Player 1")
    assert played.scores.aborted == 1
    assert played.scores.main_score is None
    assert played.scores.episode["Violated Request Count"] == 0


def shown(played: Episode, watcher: str) -> dict[str, Any]:
    return {block.id: block for block in played.master.view(watcher).blocks}


def test_the_giver_sees_the_target_and_never_the_drawing() -> None:
    view = shown(start_episode("en", "Command: one", GRID), "Player 1")
    target, commands = view["target"], view["commands"]
    assert isinstance(target, Grid)
    assert (target.rows, target.columns) == (tuple("12345"), tuple("12345"))
    assert target.cells[4] == ("▢", "▢", "▢", "▢", "B")
    assert isinstance(commands, MarkedList)
    assert [item.text for item in commands.items] == ["1. one"]
    assert "drawn" not in view
    assert "grids" not in view


def test_the_follower_sees_what_it_drew_and_the_newest_command_first() -> None:
    view = shown(start_episode("en", "Command: one", GRID, "Command: two"), "Player 2")
    assert isinstance(view["drawn"], Grid)
    assert view["drawn"].cells[0][0] == "A"
    assert [item.text for item in view["commands"].items] == ["2. two", "1. one"]
    assert "target" not in view


def test_the_reveal_shows_both_grids_and_their_match() -> None:
    view = shown(start_episode("en", "Command: a", GRID, "Command: DONE"), REVEAL)
    assert isinstance(view["grids"], Grids)
    target, drawn = view["grids"].grids
    assert (target.cells[4][4], drawn.cells[4][4]) == ("B", "▢")
    assert isinstance(view["result"], Card)
    values = {row.id: row.value for row in view["result"].rows}
    assert values == {"precision": "100 %", "recall": "50 %", "f1": "67 %"}


def test_the_end_of_the_description_is_no_command() -> None:
    played = start_episode("en", "Command: a", GRID)

    def number() -> object:
        said = shown(played, "Player 1")["progress"].rows[0].value
        return dict(said.values)["number"]

    assert number() == 2, "the one that is being asked for"
    played.say("DONE")
    assert number() == 1


def start_of(played: Episode) -> tuple[str, ...]:
    """Return the grid in which the follower's form starts."""
    assert played.request.form is not None
    (field,) = played.request.form.fields
    assert isinstance(field, GridField)
    assert played.request.form.compose({"grid": field.initial}).count("\n") == 4
    return field.initial


def test_the_follower_starts_from_its_last_drawing() -> None:
    played = start_episode("en", "Command: a")
    assert start_of(played) == ("▢▢▢▢▢",) * 5
    played.say(GRID, "Command: b")
    assert start_of(played) == ("A▢▢▢▢", *["▢▢▢▢▢"] * 4)


def test_a_grid_with_a_line_break_in_a_row_is_shown_by_its_cells() -> None:
    odd = GRID.replace("A ▢ ▢", "A ▢\n▢", 1)
    view = shown(start_episode("en", "Command: a", odd), "Player 2")
    assert view["drawn"].cells[0] == ("A", "▢", "▢", "▢", "▢")


# The giver's form.


def giver(values: dict[str, Any]) -> tuple[str, list[str]]:
    """Return what is sent for the values, and the ids of all hints."""
    played = start_episode()
    form = played.request.form
    assert form is not None
    read, notes = without_tags(form, {"move": values})
    hints = (*form.check(read, played.master.view("Player 1")), *notes)
    return form.compose(read), [hint.text.id for hint in hints]


@pytest.mark.parametrize(
    ("values", "text", "hints"),
    [
        ({"branch": "done"}, "Command: DONE", []),
        ({"branch": "command", "command": " put "}, "Command: put", []),
        ({"branch": "command", "command": "command: put"}, "Command: put", ["form.tag"]),
        (
            {"branch": "command", "command": "done"},
            "Command: done",
            ["imagegame.hint.ends"],
        ),
        (
            {"branch": "command", "command": "Done."},
            "Command: Done.",
            ["imagegame.hint.no_end"],
        ),
    ],
)
def test_a_command_gets_one_tag_and_ending_is_announced(
    values: dict[str, Any], text: str, hints: list[str]
) -> None:
    assert giver(values) == (text, hints)


@pytest.mark.parametrize("language", ["en", "de", "ar", "ja", "ru"])
def test_the_golden_transcript(language: str) -> None:
    """To regenerate it: ``python -m tests.support.golden imagegame``."""
    golden = json.loads(golden_path("imagegame", language).read_text("utf-8"))
    assert json.loads(json.dumps(replayed(golden))) == golden
