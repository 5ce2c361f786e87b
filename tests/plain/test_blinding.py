"""A blinded partner as lines of text: nothing says who it is, whatever it does."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clemtui.players.base import Ask, PlayerFailed
from clemtui.records.attempts import AttemptOutcome
from tests.plain.keyboard import at_keyboard
from tests.store.builders import outcome
from tests.support.broken_games import Script
from tests.support.play_helpers import stored

MODEL = "openai/hidden-model-7"
GIVEAWAYS = ("hidden-model", "openai", "scripted", "attempt 2", "max_tokens", "writing", "model")
"""What no participant may read: the name, and what only programs have."""

COMMANDS = ("/help", "/time", "/stop", "/other", "/prompt", "/board", "/rules", "/retry")


async def _called(ask: Ask, ended: AttemptOutcome) -> None:
    attempt = await ask.attempts.started(1, {"model": MODEL, "max_tokens": 5})
    await ask.attempts.ended(attempt, ended)


async def answers(ask: Ask) -> str:
    await _called(ask, outcome(model=MODEL, text="CLUE: a thing", raw=b"CLUE: a thing"))
    return "CLUE: a thing"


async def answers_after_an_error(ask: Ask) -> str:
    said = f"{MODEL} is busy"
    busy = outcome(status="error", text="", raw=b"", problem=said, retry_in=0.0, model=MODEL)
    await _called(ask, busy)
    return await answers(ask)


async def streams(ask: Ask) -> str:
    ask.stream(MODEL, f"I am {MODEL}")
    return await answers(ask)


async def is_cut_off(ask: Ask) -> str:
    """The answer is refused, and the front would advise a larger max_tokens."""
    await _called(ask, outcome(model=MODEL, text="no", raw=b"no", finish_reason="length"))
    return "no"


async def fails(ask: Ask) -> str:
    await _called(ask, outcome(status="error", text="", raw=b"", problem=f"{MODEL} is gone"))
    raise PlayerFailed("gone", f"There is no model {MODEL}.", f"Pull {MODEL}.")


async def has_a_mistake(ask: Ask) -> str:
    raise RuntimeError(f"the program of {MODEL}")


async def is_full(ask: Ask) -> str:
    raise PlayerFailed("context", f"{MODEL}: 9 tokens", context_full=True)


Behaviour = Callable[[Ask], object]
BEHAVIOURS: Sequence[Behaviour] = (
    answers, answers_after_an_error, streams, is_cut_off, fails, has_a_mistake, is_full,
)  # fmt: skip


@dataclass
class Acting:
    """A partner that behaves in one way after the other, and at last answers."""

    ways: list[Behaviour]

    def __call__(self, ask: Ask) -> object:
        return (self.ways.pop(0) if self.ways else answers)(ask)


async def read_by_participant(database: Path, ways: Sequence[Behaviour], **under: object) -> str:
    """Play taboo with a partner and use every command meanwhile; return all that was said."""
    partner = Script(Acting(list(ways)), "model")
    told = io.StringIO()
    with redirect_stdout(told):
        async with at_keyboard(
            database, "taboo", seat="Player 2", partners={"Player 1": partner}, model=MODEL,
            blinded=True, **under,
        ) as person:  # fmt: skip
            for _ in range(len(ways) + 4):
                person.types(*COMMANDS, "zebra")
            person.goes()
            async with asyncio.timeout(20):
                assert await person.episode.play() in ("finished", "left")
            id = person.episode._live.id
    (seat, _) = stored(database, id).summary.seats
    assert (seat.kind, seat.player) == ("model", MODEL), "the records have the truth"
    return told.getvalue()


@settings(max_examples=12, deadline=None)
@given(
    ways=st.lists(st.sampled_from(BEHAVIOURS), max_size=3),
    interface=st.sampled_from(["assisted", "board", "verbatim"]),
    practice=st.booleans(),
    withheld=st.sampled_from(["", "result"]),
)
def test_nothing_says_who_the_partner_is(
    ways: list[Behaviour], interface: str, practice: bool, withheld: str
) -> None:
    with TemporaryDirectory() as folder:
        said = asyncio.run(
            read_by_participant(
                Path(folder) / "clemtui.db", ways,
                interface=interface, practice=practice, withheld=withheld,
            )
        )  # fmt: skip
    lowered = said.casefold()
    for word in GIVEAWAYS:
        assert word not in lowered, said


async def test_the_partner_is_player_b(database: Path) -> None:
    said = await read_by_participant(database, [fails])
    assert "Describer · Player B" in said
    assert "No answer from Describer · Player B: The partner does not answer" in said
    assert "Type /retry to ask Describer · Player B again." in said


@pytest.mark.parametrize("kind", ["model", "scripted"])
async def test_without_blinding_the_partner_is_named(database: Path, kind: str) -> None:
    partner = Script(lambda ask: "CLUE: a thing")
    model = MODEL if kind == "model" else ""
    told = io.StringIO()
    with redirect_stdout(told):
        async with at_keyboard(
            database, "taboo", seat="Player 2", partners={"Player 1": partner}, model=model
        ) as person:
            person.types("zebra")
            person.goes()
            async with asyncio.timeout(20):
                await person.episode.play()
    assert (MODEL if model else "scripted player") in told.getvalue()
    assert "Player B" not in told.getvalue()
