"""An episode of a study as lines of text: what is withheld, and what a participant can do."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.plain.keyboard import at_keyboard
from tests.support.broken_games import Script, failing, forever
from tests.support.play_helpers import until

CLUE = Script(lambda _: "CLUE: a thing")


def count(database: Path, exposure: str) -> int:
    with closing(sqlite3.connect(database)) as db:
        query = "SELECT count(*) FROM exposures WHERE kind = ?"
        (found,) = db.execute(query, (exposure,)).fetchone()
    return int(found)


async def lose(database: Path, withheld: str) -> None:
    async with at_keyboard(
        database, "taboo", seat="Player 2", partners={"Player 1": CLUE}, withheld=withheld
    ) as person:
        person.types("zebra", "horse", "cow")
        person.goes()
        async with asyncio.timeout(20):
            assert await person.episode.play() == "finished"


@pytest.mark.parametrize(("withheld", "outcome"), [("", True), ("score", True), ("result", False)])
async def test_the_last_words_of_the_game_are_withheld_with_the_score(
    database: Path, capsys: pytest.CaptureFixture[str], withheld: str, outcome: bool
) -> None:
    await lose(database, withheld)
    out = capsys.readouterr().out
    assert ("The word was" in out) == (not withheld)
    assert ("Main score" in out) == (not withheld)
    assert ("Result: Lost." in out) == outcome
    assert out.count("The episode has ended.") == 1
    assert count(database, "saw solution") == (0 if withheld else 1), "only what was really met"
    assert count(database, "played") == 1


async def test_one_can_withdraw_while_a_partner_is_waited_for(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    slow = Script(forever)
    async with at_keyboard(
        database, "taboo", seat="Player 2", partners={"Player 1": slow}
    ) as person:
        playing = asyncio.create_task(person.episode.play())
        await until(lambda: slow.asked)
        person.types("/withdraw")
        async with asyncio.timeout(20):
            assert await playing == "left"
        assert person.episode.withdraws


@pytest.mark.parametrize("blinded", [True, False])
async def test_the_commands_are_those_of_a_participant(
    database: Path, capsys: pytest.CaptureFixture[str], blinded: bool
) -> None:
    async with at_keyboard(
        database, "taboo", seat="Player 2", partners={"Player 1": CLUE}, blinded=blinded
    ) as person:
        person.types("/help", "/stop", "/withdrow", "/leave")
        async with asyncio.timeout(20):
            assert await person.episode.play() == "left"
    out = capsys.readouterr().out
    assert "/withdraw withdraw from the study" in out
    assert "did you mean /withdraw?" in out
    assert ("/stop stop a call to a model" in out) == (not blinded)
    assert ("Unknown command /stop" in out) == blinded
    assert ("No model call is in progress." in out) == (not blinded)


@pytest.mark.parametrize("model", ["openai/hidden-model-7", ""])
async def test_a_partner_who_does_not_answer_is_told_without_reasons(
    database: Path, capsys: pytest.CaptureFixture[str], model: str
) -> None:
    broken = Script(failing("auth"))
    async with at_keyboard(
        database, "taboo", seat="Player 2", partners={"Player 1": broken}, model=model
    ) as person:
        person.goes()
        async with asyncio.timeout(20):
            assert await person.episode.play() == "left"
    out = capsys.readouterr().out
    assert "The line is busy." not in out
    assert "The partner does not answer at the moment. Everything so far is saved." in out
    assert "Type /retry" in out


async def test_the_rules_are_those_of_the_prompt_language_alone(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with at_keyboard(
        database, "taboo", seat="Player 2", partners={"Player 1": CLUE}
    ) as person:
        person.types("/rules", "/leave")
        async with asyncio.timeout(20):
            assert await person.episode.play() == "left"
    assert "The same in the prompt language" not in capsys.readouterr().out
