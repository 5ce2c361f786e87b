"""What differs from what was frozen, in words. In English only."""

from __future__ import annotations

from clemtui.language import one_line
from clemtui.records.studies import Deviation


def deviation_line(deviation: Deviation) -> str:
    """Return what differs from what was frozen, since when it is known, and why, on one line."""
    reason = f" ({deviation.reason})" if deviation.reason else ""
    what = dict.fromkeys((deviation.kind, deviation.subject))
    return one_line(
        f"deviation, {deviation.at:%Y-%m-%d}: {': '.join(what)}: {deviation.frozen} -> "
        f"{deviation.found}{reason}"
    )
