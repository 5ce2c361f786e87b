"""The boards beside the dialogue: for the seat, an observer and, at the end, everyone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clemtui.engine import (
    OBSERVER,
    REVEAL,
    Block,
    Card,
    Item,
    Label,
    MarkedList,
    Matrix,
    MatrixCell,
    MatrixRow,
    Row,
    TextBlock,
    View,
    label,
)

from .parsing import UNCLEAR

if TYPE_CHECKING:
    from .master import PrivateSharedMaster
    from .wording import EpisodeTexts

SHEET = "sheet"

UNCLEAR_MARK = "?"
"""Marks a reply that was neither yes nor no."""


def board(master: PrivateSharedMaster, watcher: str) -> View:
    """Return the board of a watcher.

    Everyone sees the sheet. An observer also sees what the questioner knows so far; the reveal
    shows every probe with the truth. The answerer sees neither.
    """
    blocks: list[Block] = [master.sheet]
    if watcher == OBSERVER:
        blocks += [_progress(master), _knowledge(master)]
    if watcher == REVEAL:
        blocks = [_result(master), _probes(master), master.sheet]
    return View(tuple(blocks))


def sheet(words: EpisodeTexts) -> Card:
    """Return a card with the answerer's facts, one per line."""
    return Card(
        SHEET,
        tuple(
            Row(slot, label("privateshared.board.slot", name=words.names[slot]), value)
            for slot, value in words.values.items()
        ),
    )


def _progress(master: PrivateSharedMaster) -> TextBlock:
    said = label("privateshared.board.progress", number=master.probing_round, all=len(master.order))
    return TextBlock("progress", said)


def _knowledge(master: PrivateSharedMaster) -> MarkedList:
    return MarkedList(
        "knowledge",
        tuple(
            Item(
                slot,
                name,
                Label("privateshared.board.known")
                if master.knows(slot)
                else Label("privateshared.board.unknown"),
            )
            for slot, name in master.words.names.items()
        ),
        title=Label("privateshared.board.knowledge"),
    )


def _result(master: PrivateSharedMaster) -> TextBlock:
    answered = [probe for probing in master.probes for probe in probing if "value" in probe]
    right = sum(_is_right(probe) for probe in answered)
    return TextBlock("result", label("privateshared.board.right", right=right, all=len(answered)))


def _is_right(probe: Mapping[str, Any]) -> bool:
    return bool(probe["value"] == probe["gt"])


def _probes(master: PrivateSharedMaster) -> Matrix:
    """Return every answered probe as a matrix of slots by probing rounds.

    It shows what the answerer said, whether that was correct, and from which round the questioner
    knew the slot.
    """
    names = {slot.upper(): name for slot, name in master.words.names.items()}
    asked: dict[tuple[str, int], dict[int, Mapping[str, Any]]] = {}
    for at, probing in enumerate(master.probes):
        times: Counter[str] = Counter()  # an instance may probe a slot more than once in a round
        for probe in probing:
            target = probe["target"]
            if "value" in probe:
                asked.setdefault((target, times[target]), {})[at] = probe
            times[target] += 1
    order = {target: number for number, target in enumerate(names)}
    return Matrix(
        "probes",
        tuple(map(str, master.probing_round_numbers)),
        tuple(
            _row(master, f"{target}.{time}", names[target], asked[target, time])
            for target, time in sorted(asked, key=lambda key: (order[key[0]], key[1]))
        ),
        heading=Label("privateshared.board.after"),
        note=Label("privateshared.board.since"),
        title=Label("privateshared.board.probes"),
    )


def _row(
    master: PrivateSharedMaster, id: str, name: str, probes: Mapping[int, Mapping[str, Any]]
) -> MatrixRow:
    """Return the row of one slot; ``probes`` maps the position of a round to its probe."""
    cells: list[MatrixCell | None] = [None] * len(master.probes)
    for at, probe in probes.items():
        cells[at] = MatrixCell(
            UNCLEAR_MARK if probe["value"] == UNCLEAR else master.words.reply_word(probe["value"]),
            _is_right(probe),
        )
    since = next((at for at, probe in probes.items() if probe["gt"]), None)
    wrong = [
        master.probing_round_numbers[at] for at, probe in probes.items() if not _is_right(probe)
    ]
    values: dict[str, str | int] = {"name": name, "all": len(probes)}
    said = "never" if since is None else "from"
    if since is not None:
        values["since"] = master.probing_round_numbers[since]
    if wrong:
        said += "_wrong"
        values |= {"right": len(probes) - len(wrong), "wrong": ", ".join(map(str, wrong))}
    else:
        said += "_right"
    return MatrixRow(id, name, tuple(cells), label(f"privateshared.board.{said}", **values), since)
