"""How far the data collection of a study has got, in words. In English only."""

from __future__ import annotations

from collections.abc import Iterator

from clemtui.language import one_line
from clemtui.study.status import CellCount, Status
from clemtui.study.telling.deviations import deviation_lines
from clemtui.study.telling.flow import flow_lines


def status_lines(status: Status) -> Iterator[str]:
    """Yield the status as lines that are safe to show, as far in as they belong."""
    for line in _lines(status):
        inside = line.lstrip(" ")
        yield " " * (len(line) - len(inside)) + one_line(inside)


def _lines(status: Status) -> Iterator[str]:
    frozen, protocol = status.study.frozen, status.study.manifest.protocol
    yield f"{frozen.id}: frozen on {frozen.frozen_at:%Y-%m-%d} ({frozen.manifest_hash[:8]})"
    if frozen.closed_at is not None:
        yield f"closed on {frozen.closed_at:%Y-%m-%d}: no one is admitted any more"
    staying = status.stages["unfinished"] + status.stages["finished"]
    stages = ", ".join(f"{count} {stage}" for stage, count in status.stages.items())
    yield f"participants: {staying} of {protocol.participants.number} ({stages})"
    yield from flow_lines(status.flow)
    yield f"episodes that count: {status.episodes}"
    yield "episodes of those who have not withdrawn, without practice:"
    for each in status.cells:
        yield f"  {each.game}, {each.cell}: {_ended(each)}"
    for game, counts in status.carry_over.items():
        for (before, after), count in sorted(counts.items(), key=str):
            yield f"  {game}: {after} right after {before}: {count}"
    yield from deviation_lines(status.deviations, status.enrolments)
    for number in status.doubles.numbers:
        yield f"assigned twice: participant number {number.number}"
    for person in status.doubles.people:
        yield f"admitted twice: person {person}"
    for key in status.doubles.keys:
        yield f"met twice: {key.exposure_key} by person {key.person}"


def _ended(cell: CellCount) -> str:
    """Return how many episodes have ended, of those that are assigned, and how."""
    ended = f"{cell.ended} of {cell.assigned} assigned have ended"
    parts = [f"{count} {outcome}" for outcome, count in cell.outcomes.items() if count]
    if cell.lost:
        parts[0] += f" ({cell.lost} of them lost)"
    return f"{ended}: {', '.join(parts)}" if parts else ended
