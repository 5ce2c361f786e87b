"""The scripted players of both seats. Each sees what a person in that seat sees."""

from __future__ import annotations

from clemtui.engine import Game, Grid, MarkedList, Request, Scripted, View, nearest

from ..grids import GridRows
from ..master import FOLLOWER, GIVER
from .follower import follow
from .giver import commands
from .wording import WORDINGS


class Giver:
    """A player that describes the target command by command, then ends the game."""

    def __init__(self, language: str, seed: int) -> None:
        self._wording = WORDINGS[language]
        self._seed = seed

    def respond(self, request: Request, view: View) -> str:
        plan = commands(_rows(view, "target"), self._wording, self._seed)
        given = len(_commands_so_far(view))
        move = (
            {"branch": "command", "command": plan[given]}
            if given < len(plan)
            else {"branch": "done"}
        )
        assert request.form is not None
        return request.form.compose({"move": move})


class Follower:
    """A player that draws what it understands of the newest command into its current grid."""

    def __init__(self, language: str) -> None:
        self._language = language

    def respond(self, request: Request, view: View) -> str:
        command, *earlier = _commands_so_far(view)
        rows = follow(_rows(view, "drawn"), command, self._language, earlier[::-1])
        assert request.form is not None
        return request.form.compose({"grid": list(rows)})


def scripted_player(game: Game, seat: str, language: str, seed: int) -> Scripted:
    """Return the scripted player of a seat.

    Raises:
        LookupError: if the seat or the language has none.
    """
    if seat not in (GIVER, FOLLOWER):
        raise LookupError(f"no scripted player for the seat {seat!r}")
    language = nearest(language, WORDINGS)
    if language not in WORDINGS:
        raise LookupError(f"no scripted player for the language {language!r}")
    return Giver(language, seed) if seat == GIVER else Follower(language)


def _rows(view: View, id: str) -> GridRows:
    """Return a grid of the view."""
    block = view.block(id)
    assert isinstance(block, Grid)
    return tuple("".join(row) for row in block.cells)


def _commands_so_far(view: View) -> list[str]:
    """Return the commands so far without tags and numbers, newest first."""
    block = view.block("commands")
    assert isinstance(block, MarkedList)
    return [item.text.partition(". ")[2] for item in block.items]
