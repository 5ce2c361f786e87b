"""The filter line of the episode lists: parsing, completion and quick filters.

`clemtui.archive.history.HistoryFilter` defines what the keys mean.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.suggester import Suggester

from clemtui.language import safe, translatable
from clemtui.records.findings import Facet, Facets
from clemtui.ui.widgets.line_input import LineInput

KEYS = (
    *("game", "with", "by", "outcome", "state", "language"),
    *("since", "until", "experiment", "interface", "practice", "repeats", "counts", "tag"),
)
"""The filter keys, most useful first."""

_DAYS = ("today", "yesterday", "7d", "30d")
_PARTS = re.compile(r'[^\W\d_]+:"[^"]*"?|"[^"]*"?|\S+')
_LAST = re.compile(r'(?:^|\s)(?P<part>[^\W\d_]+:"[^"]*|"[^"]*|\S*)$')


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A completion of the last word of a line, and the number of episodes that it would match.

    The number is None for what is not counted, and after other words: they may match less.
    """

    word: str
    episodes: int | None = None


def term(key: str, value: str) -> str | None:
    """Return a filter term, or None if the value cannot be written as one."""
    if not value or '"' in value or value != value.strip() or safe(value, newlines=False) != value:
        return None
    return f'{key}:"{value}"' if any(map(str.isspace, value)) else f"{key}:{value}"


def value_of(line: str, key: str) -> str | None:
    """Return the value that a line filters ``key`` by, or None if it does not."""
    for part in _PARTS.findall(line):
        name, colon, value = part.partition(":")
        if colon and name.casefold() == key and value:
            return str(value.strip('"'))
    return None


def toggle(line: str, key: str, value: str) -> str:
    """Add a filter to the line, or remove it if it is already there.

    Any other value of the same key is replaced.
    """
    there = value_of(line, key) == value
    others = [
        part
        for part in _PARTS.findall(line)
        if not (part.casefold().startswith(f"{key}:") and len(part) > len(key) + 1)
    ]
    added = None if there else term(key, value)
    return " ".join([*([added] if added else []), *others])


def suggestions(line: str, facets: Facets) -> Iterator[Suggestion]:
    """Yield completions of the last word of a line, best first."""
    last = _LAST.search(line)
    part = last["part"] if last else ""
    alone = line.strip() == part
    key, colon, begun = part.partition(":")
    if not colon:
        if not part.startswith('"'):
            yield from (Suggestion(f"{k}:") for k in KEYS if k.startswith(part.casefold()))
        return
    wanted = begun.lstrip('"').casefold()
    for value, episodes in _values(key.casefold(), facets):
        written = term(key, value)
        if written is not None and value.casefold().startswith(wanted):
            yield Suggestion(written, episodes if alone else None)


def complete(line: str, facets: Facets) -> str | None:
    """Return the line with its last word completed by the first suggestion that extends it.

    Return None if there is none.
    """
    last = _LAST.search(line)
    part = last["part"] if last else ""
    if not part:
        return None
    for each in suggestions(line, facets):
        if each.word.casefold().startswith(part.casefold()) and len(each.word) > len(part):
            return line + each.word[len(part) :]
    return None


def _values(key: str, facets: Facets) -> Iterator[tuple[str, int | None]]:
    counted: dict[str, tuple[Facet, ...]] = {
        "game": facets.games,
        "experiment": facets.experiments,
        "language": facets.languages,
        "interface": facets.interfaces,
        "by": facets.people,
        "with": facets.players,
        "state": facets.states,
        "outcome": facets.outcomes,
        "tag": facets.tags,
    }
    for facet in counted.get(key, ()):
        yield facet.value, facet.episodes
    days = _DAYS if key in ("since", "until") else ()
    for plain in ("yes", "no") if key in ("practice", "repeats", "counts") else days:
        yield plain, None


class _Completion(Suggester):
    def __init__(self, complete: Callable[[str], str | None]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        return self._complete(value)


class FilterBox(LineInput):
    """An input for filters. It suggests the rest of a word after the cursor; Right accepts it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", translatable("Search"), id="history.search")
    ]

    def __init__(
        self,
        value: str,
        *,
        placeholder: str,
        complete: Callable[[str], str | None],
        id: str | None = None,
    ) -> None:
        super().__init__(value, placeholder=placeholder, suggester=_Completion(complete), id=id)
