"""What differs between two long texts: the changed passages, each in its context, on one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

PASSAGES = 3
"""How many changed passages are shown."""

LONGEST = 60
"""How many characters of each side of a passage are shown."""

_COMPARED = 5_000  # words up to which comparing takes less than a second

_CONTEXT = 3  # words on each side of a passage
_AROUND = 30  # characters on each side of a passage

_WORD = re.compile(r"(?:[\u3040-\u30ff\u3400-\u9fff]|[^\s\u3040-\u30ff\u3400-\u9fff]+)\s*")
"""A word with the spaces after it; Chinese and Japanese characters, which have none, one by one."""


def changed_passages(before: str, after: str) -> str:
    """Return what differs between two texts, as ``… get [10 -> 15] euros …``.

    Passages that are further apart than the context are separate ones. At most `PASSAGES` are
    shown, and of each side at most `LONGEST` characters.
    """
    old, new = _WORD.findall(before), _WORD.findall(after)
    found = list(_changes(old, new))
    if not found:
        return "only spaces and line breaks differ"
    shown = "; ".join(_passage(old, new, each) for each in found[:PASSAGES])
    more = len(found) - PASSAGES
    return f"{shown}; and {more} more" if more > 0 else shown


def ends(text: str) -> str:
    """Return a text, without its middle if it is long, on one line."""
    return _cut(" ".join(text.split()), LONGEST)


_Span = tuple[int, int, int, int]
"""From and to of a change, in the words before and in those after."""


def _changes(old: Sequence[str], new: Sequence[str]) -> Iterator[_Span]:
    """Yield what differs; changes with less than the context between them are one."""
    last: _Span | None = None
    for span in _differing([each.rstrip() for each in old], [each.rstrip() for each in new]):
        start, end, new_start, new_end = span
        if last is not None and start - last[1] <= _CONTEXT:
            last = (last[0], end, last[2], new_end)
            continue
        if last is not None:
            yield last
        last = (start, end, new_start, new_end)
    if last is not None:
        yield last


def _differing(old: Sequence[str], new: Sequence[str]) -> Iterator[_Span]:
    """Yield what differs; of very long texts, everything from the first to the last change."""
    if max(len(old), len(new)) <= _COMPARED:
        for what, *span in SequenceMatcher(None, old, new).get_opcodes():
            if what != "equal":
                start, end, new_start, new_end = span
                yield start, end, new_start, new_end
        return
    first = _alike(old, new)
    last = _alike(old[first:][::-1], new[first:][::-1])
    if old != new:
        yield first, len(old) - last, first, len(new) - last


def _alike(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many words two texts begin with alike."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(old), len(new)))


def _passage(old: Sequence[str], new: Sequence[str], span: _Span) -> str:
    start, end, new_start, new_end = span
    before = _joined(old[max(0, start - _CONTEXT) : start])[-_AROUND:]
    after = _joined(old[end : end + _CONTEXT])[:_AROUND]
    sides = (_joined(old[start:end]), _joined(new[new_start:new_end]))
    was, now = (_cut(each, LONGEST) or "nothing" for each in sides)
    left = "" if start == 0 else f"… {before} "
    right = "" if end == len(old) else f" {after} …"
    return f"{left}[{was} -> {now}]{right}"


def _joined(words: Sequence[str]) -> str:
    return " ".join("".join(words).split())


def _cut(text: str, length: int) -> str:
    """Return a text, without its middle if it is longer."""
    if len(text) <= length:
        return text
    part = (length - 3) // 2
    return f"{text[:part].rstrip()} … {text[-part:].lstrip()}"
