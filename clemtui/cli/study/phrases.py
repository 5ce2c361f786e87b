"""What several commands for studies print alike. In English only."""

from __future__ import annotations

from clemtui.records.studies import Deviation


def counted(number: int, noun: str) -> str:
    """Return a count in words: ``no tasks``, ``1 task``, ``2 tasks``."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def deviation_line(deviation: Deviation) -> str:
    """Return what differs from what was frozen, and why."""
    reason = f" ({deviation.reason})" if deviation.reason else ""
    return (
        f"deviation: {deviation.kind}: {deviation.subject}: {deviation.frozen} -> "
        f"{deviation.found}{reason}"
    )
