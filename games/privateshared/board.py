"""What the seat, an observer and, after the end, everybody sees beside the dialogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clemtui.engine import (
    OBSERVER,
    REVEAL,
    Block,
    Card,
    Item,
    Label,
    MarkedList,
    Row,
    Table,
    TextBlock,
    View,
    label,
)

if TYPE_CHECKING:
    from .master import PrivateSharedMaster

SHEET = "sheet"
RIGHT, WRONG = "✓", "✗"


def board(master: PrivateSharedMaster, watcher: str) -> View:
    """The sheet for everybody. An observer sees what the questioner knows by now; the reveal has
    every probe with the truth. The answerer sees neither."""
    blocks: list[Block] = [_sheet(master)]
    if watcher == OBSERVER:
        blocks += [_progress(master), _knowledge(master)]
    if watcher == REVEAL:
        blocks += [_result(master), _probes(master)]
    return View(tuple(blocks))


def _sheet(master: PrivateSharedMaster) -> Card:
    words = master.words
    return Card(
        SHEET,
        tuple(
            Row(slot, label("privateshared.board.slot", name=words.names[slot]), value)
            for slot, value in words.values.items()
        ),
    )


def _progress(master: PrivateSharedMaster) -> TextBlock:
    said = label("privateshared.board.progress", number=master.number, all=len(master.order))
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
    right = sum(probe["value"] == probe["gt"] for probe in answered)
    return TextBlock("result", label("privateshared.board.right", right=right, all=len(answered)))


def _probes(master: PrivateSharedMaster) -> Table:
    """Every probe that was answered: after which request, which slot, whether the questioner knew
    it, and what the answerer said."""
    words = master.words
    names = {slot.upper(): name for slot, name in words.names.items()}
    rows = []
    for number, probing in zip(master.probed_after, master.probes, strict=True):
        for probe in probing:
            if "value" in probe:
                mark = RIGHT if probe["value"] == probe["gt"] else WRONG
                said = words.said(probe["value"]) if probe["value"] in (0, 1) else "?"
                rows.append(
                    (str(number), names[probe["target"]], words.said(probe["gt"]), f"{said} {mark}")
                )
    columns = ("after", "slot_column", "truth", "reply")
    return Table(
        "probes",
        tuple(Label(f"privateshared.board.{column}") for column in columns),
        tuple(rows),
        title=Label("privateshared.board.probes"),
    )
