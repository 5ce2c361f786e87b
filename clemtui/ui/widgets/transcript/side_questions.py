"""Folding of side questions in a transcript: a series of them becomes one entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from clemtui.episode.transcript import Line
from clemtui.ui.widgets.transcript.lines import entries_of
from clemtui.ui.widgets.transcript.rows import Entry
from clemtui.wording.phrases import Voice


@dataclass(frozen=True, slots=True)
class LineEntries:
    """A line and its entries: the line itself, with a heading before it where a round starts."""

    line: Line
    entries: tuple[Entry, ...]

    @property
    def foldable(self) -> bool:
        """Whether it can be folded: its only entry belongs to a side question."""
        return self.line.side and len(self.entries) == 1


@dataclass(frozen=True, slots=True)
class FoldedTranscript:
    """A transcript with folded side questions.

    ``places`` maps each line to the index of the first entry that shows it.
    """

    entries: tuple[Entry, ...]
    places: tuple[int, ...]


def line_entries(
    lines: Iterable[Line], voice: Voice, watcher: str, *, rounds: bool = True
) -> Iterator[LineEntries]:
    """Yield each line with its entries; see `clemtui.ui.widgets.transcript.lines.entries_of`."""
    after = 0
    for line in lines:
        yield LineEntries(
            line, tuple(entries_of([line], voice, watcher, after=after, rounds=rounds))
        )
        after = line.round


def fold(
    lines: Sequence[LineEntries], voice: Voice, *, open_from: int | None = None
) -> FoldedTranscript:
    """Fold consecutive side questions into one entry that contains the others.

    A series with a line at index ``open_from`` or later stays unfolded.
    """
    entries: list[Entry] = []
    places: list[int] = []
    for aside, run in groupby(enumerate(lines), key=lambda each: each[1].foldable):
        group = list(run)
        closed = open_from is None or group[-1][0] < open_from
        if aside and closed and _questions(group) > 1:
            places += [len(entries)] * len(group)
            entries.append(_folded_entry([each for _, each in group], voice))
            continue
        for _, each in group:
            places.append(len(entries))
            entries += each.entries
    return FoldedTranscript(tuple(entries), tuple(places))


def _questions(group: Iterable[tuple[int, LineEntries]]) -> int:
    return sum(each.line.kind == "to seat" for _, each in group)


def _folded_entry(group: Sequence[LineEntries], voice: Voice) -> Entry:
    """Return one entry for several side questions and their answers.

    Copying it copies all of them, as they were sent.
    """
    ui = voice.interface
    verdicts = [each.line.verdict for each in group if each.line.verdict is not None]
    refused = sum(verdict.kind != "accepted" for verdict in verdicts)
    count = sum(each.line.kind == "to seat" for each in group)
    said = ui.plural("{n} side question", "{n} side questions", count)
    if refused:
        said = ui.text(
            "{questions}, {refused}",
            questions=said,
            refused=ui.plural("{n} reply rejected", "{n} replies rejected", refused),
        )
    inside = tuple(entry for each in group for entry in each.entries)
    whole = "\n\n".join(entry.as_sent for entry in inside)
    return Entry(f"▸ {said}", "note", copy=whole, folded=inside)
