"""A person at the keyboard: keystrokes in, a finished and recorded episode out."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from clemtui.catalogue import open_catalogue
from tests.end_to_end.conftest import Program, Start
from tests.end_to_end.terminal import Terminal, tiles
from tests.support.fake_openai import FakeOpenAI

SEED = 7


def _target(game: str) -> str:
    instance = open_catalogue().game(game).generate("en", SEED)
    return str(instance.data["target_word"])


def _guess(terminal: Terminal, word: str) -> None:
    terminal.type(word)
    terminal.wait(tiles(word))
    terminal.press("enter")


def test_wordle_is_played_to_the_end_with_the_keyboard_alone(
    program: Program, start: Start
) -> None:
    target = _target("wordle")
    terminal = start("play", "wordle", "--lang", "en", "--seed", str(SEED), "--as", "Ada")
    terminal.wait("Your guess")
    for number, word in enumerate(("crane", "lousy", target), start=1):
        terminal.wait(rf"round {number}\b")
        _guess(terminal, word)
    terminal.wait("Success|Solved in")
    terminal.wait("100")
    terminal.press("ctrl+q")
    assert terminal.wait_for_exit() == 0

    (episode,) = program.episodes()
    assert episode["state"] == "finished"
    assert (episode["outcome"], episode["main_score"]) == ("success", 100)
    assert (episode["people"], episode["responses"]) == (["Ada"], 3)
    shown = program.call("episodes", "show", episode["id"])
    assert f"guess: {target}" in shown


def test_taboo_is_described_to_a_model_over_http(program: Program, start: Start) -> None:
    target = _target("taboo")
    with FakeOpenAI(["GUESS: qwertz", f"GUESS: {target}"]) as server:
        terminal = start(
            *("play", "taboo", "--seat", "WordDescriber", "--lang", "en", "--seed", str(SEED)),
            *("--partner", "openai/small", "--api-base", server.base_url, "--as", "Ada"),
        )
        terminal.wait("Your answer")
        terminal.wait(" +".join(target))
        terminal.type("zzz first")
        terminal.wait("Will be sent: CLUE: zzz first")
        terminal.press("enter")
        terminal.wait("qwertz")
        terminal.wait("Your answer")
        terminal.type("zzz second")
        terminal.wait("Will be sent: CLUE: zzz second")
        terminal.press("enter")
        terminal.wait("Success|Solved in")
        terminal.press("ctrl+q")
        assert terminal.wait_for_exit() == 0
        asked = [request.body["messages"][-1]["content"] for request in server.requests]

    assert asked[0].endswith("CLUE: zzz first")
    assert asked[1:] == ["CLUE: zzz second"]
    (episode,) = program.episodes()
    assert (episode["outcome"], episode["main_score"]) == ("success", 50)
    assert [seat["kind"] for seat in episode["seats"]] == ["human", "model"]


def test_a_killed_program_goes_on_exactly_where_it_stood(program: Program, start: Start) -> None:
    target = _target("wordle")
    terminal = start("play", "wordle", "--lang", "en", "--seed", str(SEED), "--as", "Ada")
    terminal.wait("Your guess")
    _guess(terminal, "crane")
    terminal.wait(r"round 2\b")
    terminal.type("lou")
    terminal.wait(tiles("lou"))
    _wait_for_draft(program, "lou")
    terminal.kill()

    again = start()
    again.wait(r"Resume[^\n]*\n[ │]+Wordle")
    again.press("tab", "enter")
    again.wait(r"round 2\b")
    again.wait(tiles("lou"))
    again.type("sy")
    again.wait(tiles("lousy"))
    again.press("enter")
    again.wait(r"round 3\b")
    _guess(again, target)
    again.wait("Success|Solved in")
    again.press("ctrl+q")
    assert again.wait_for_exit() == 0

    (episode,) = program.episodes()
    assert (episode["state"], episode["responses"]) == ("finished", 3)


def _wait_for_draft(program: Program, text: str) -> None:
    database = Path(program.environment["CLEMTUI_HOME"]) / "data" / "clemtui.db"
    for _ in range(10_000):
        with sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True) as connection:
            found = connection.execute(
                "SELECT count(*) FROM drafts WHERE body LIKE ?", [f"%{text}%"]
            )
            if found.fetchone()[0]:
                return
    raise AssertionError("the draft was not recorded")


@pytest.mark.parametrize(
    "sent", [b"\xff", b"\xe9a", b"\x1b[200~\xffa\x1b[201~", b"\x1b[1114112u", b"\x1b[99999999999u"]
)
def test_what_is_no_text_or_key_ends_nothing(program: Program, start: Start, sent: bytes) -> None:
    """A terminal with another encoding sends it, and so does a bad line."""
    terminal = start("play", "taboo", "--seed", str(SEED), "--as", "Ada")
    terminal.wait("Your clue")
    terminal.look()
    terminal.type("before")
    terminal.wait("Will be sent: CLUE: before")
    os.write(terminal.program.child_fd, sent)
    terminal.type("after")
    terminal.wait(r"Will be sent: CLUE:\s+before[^│]*after")
    terminal.press("ctrl+q")
    assert terminal.wait_for_exit() == 0
