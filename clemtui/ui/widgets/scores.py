"""A table of scores with their meanings, fitted to the available width."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from textual.content import Content

from clemtui.engine import Score, Scores
from clemtui.language import Interface
from clemtui.language.width import cell_count
from clemtui.language.wrapping import wrap
from clemtui.ui.widgets.columns import pad
from clemtui.wording.meanings import game_scores, score_terms
from clemtui.wording.phrases import Voice

_LONGEST_NAME = 24
_ROOM_FOR_A_MEANING = 22
"""Cells to the right of name and number. With fewer, the meaning is written below them."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A score as shown: what it is called, and its meaning or what else it is called."""

    name: str
    value: str
    meaning: str = ""


def score_rows(scores: Scores, voice: Voice) -> Iterator[ScoreRow]:
    """Yield the scores of an episode and of its seats, without the main score and the flags."""
    ui = voice.interface
    for name, value in game_scores(scores):
        called, meaning = score_terms(voice, name)
        yield ScoreRow(called, _said(value, ui), meaning)
    for seat, of_seat in scores.seats.items():
        for name, value in of_seat.items():
            called, meaning = score_terms(voice, name)
            title = ui.text("{score} of {seat}", score=called, seat=voice.seat(seat))
            yield ScoreRow(title, _said(value, ui), meaning)


def turn_rows(scores: Scores, voice: Voice) -> Iterator[ScoreRow]:
    """Yield the turn-level scores: for each name, the values in order.

    The meaning is added only if the episode has no score of the same name.
    """
    by_name: dict[str, list[str]] = {}
    for turn in scores.turns.values():
        for name, value in turn.items():
            by_name.setdefault(name, []).append(_said(value, voice.interface))
    for name, values in by_name.items():
        called, meaning = score_terms(voice, name)
        said = " · ".join(values)
        explained = meaning and name not in scores.episode
        yield ScoreRow(called, "", f"{said}  {meaning}" if explained else said)


def _said(value: Score, ui: Interface) -> str:
    return "–" if value is None else ui.number(value)


def score_table(rows: Sequence[ScoreRow], width: int) -> Content:
    """Draw the rows, with name, number and meaning side by side where they fit."""
    if not rows:
        return Content("")
    values = max(cell_count(row.value) for row in rows)
    longest = max(cell_count(row.name) for row in rows)
    names = max(1, min(longest, _LONGEST_NAME, width - values - 1))
    room = width - names - values - 3
    lines: list[Content] = []
    for row in rows:
        beside = room >= _ROOM_FOR_A_MEANING
        meaning = list(wrap(row.meaning, room)) if beside else []
        for name, value, said in zip_longest(
            _broken(row.name, names), [row.value], meaning, fillvalue=""
        ):
            line = Content.assemble(
                pad(name, names + 1),
                (pad(value, values, right=True), "bold"),
                "  ",
                (said, "$text-muted"),
            )
            lines.append(line.rstrip())
        if row.meaning and not beside:
            below = wrap(row.meaning, max(1, width - 2))
            lines += [Content.assemble("  ", (rest, "$text-muted")) for rest in below]
    return Content("\n").join(lines)


def _broken(name: str, cells: int) -> Iterator[str]:
    """Wrap a name, at spaces and hyphens where possible."""
    line = ""
    for piece in re.split("(?<=[- ])", name):
        if cell_count((line + piece).rstrip()) <= cells:
            line += piece
            continue
        if line:
            yield line.rstrip()
        *full, line = wrap(piece, cells)
        yield from full
    yield line.rstrip()
