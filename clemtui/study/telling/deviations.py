"""What differs from what was frozen, in words. In English only."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from clemtui.language import one_line
from clemtui.records.studies import Deviation, Enrolment
from clemtui.study.telling.counts import counted
from clemtui.study.telling.passages import changed_passages, ends

WHOLE = 120
"""Up to how many characters both values of a deviation are shown as they are."""


def deviation_lines(
    deviations: Sequence[Deviation], enrolments: Iterable[Enrolment]
) -> Iterator[str]:
    """Yield a line for each deviation, and one that says where whole texts are if any is shortened.

    Args:
        deviations: of one study.
        enrolments: all of the study, also of those who are gone.
    """
    admitted = tuple(enrolments)
    for each in deviations:
        yield deviation_line(each, admitted)
    shortened = [each.study for each in deviations if _is_long(each)]
    if shortened:
        yield one_line(
            f"deviations: whole texts: clemtui study status {shortened[0]} --json, or the table of "
            "deviations in the export"
        )


def deviation_line(deviation: Deviation, enrolments: Iterable[Enrolment]) -> str:
    """Return what differs from what was frozen, since when it is known, and why, on one line.

    Of long texts, what differs between them.
    """
    reason = f" ({deviation.reason})" if deviation.reason else ""
    what = dict.fromkeys((deviation.kind, deviation.subject))
    when = f"{deviation.at:%Y-%m-%d}, {admitted_text(admitted_before(deviation, enrolments))}"
    return one_line(f"deviation, {when}: {': '.join(what)}: {_change(deviation)}{reason}")


def admitted_before(deviation: Deviation, enrolments: Iterable[Enrolment]) -> int:
    """Return how many participants had been admitted when a deviation was recorded."""
    return sum(each.at < deviation.at for each in enrolments)


def admitted_text(number: int) -> str:
    """Return in words how many participants had been admitted."""
    if number == 0:
        return "before anyone took part"
    return f"after {counted(number, 'participant')} had been admitted"


def _change(deviation: Deviation) -> str:
    before, after = _shown(deviation.frozen), _shown(deviation.found)
    if not _is_long(deviation):
        return f"{before} -> {after}"
    if deviation.frozen is None or deviation.found is None:
        return f"{ends(before)} -> {ends(after)}"
    return changed_passages(before, after)


def _is_long(deviation: Deviation) -> bool:
    return len(_shown(deviation.frozen)) + len(_shown(deviation.found)) > WHOLE


def _shown(value: Any) -> str:
    """Return a value of a manifest as a text."""
    if value is None:
        return "nothing"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
