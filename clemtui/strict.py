"""Strict parsing of tables, such as TOML ones, into dataclasses.

Nothing is guessed or converted: an entry that is unknown, missing or of the wrong type is a
`Problem` with its place. The annotations of the dataclass define what is allowed: `str`, `bool`,
`int`, `float`, `Path`, `object` (anything), `Literal`, ``tuple[X, ...]``, ``Mapping[str, X]``,
other dataclasses, ``X | None`` for an optional entry, and ``Annotated[X, check]``, where a check is
a function that returns what is wrong with a value, or None.

No package is used because this runs before the first screen: those that do the same take longer to
import than everything else that the list of games needs.
"""

from __future__ import annotations

import difflib
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

Check = Callable[[Any], str | None]
"""Returns what is wrong with a value of the right type, as the end of a sentence, or None."""

Place = tuple[str | int, ...]
"""Where a value is: the keys and indices that lead to it."""

Read = TypeVar("Read")

KEY = "key"
"""In the metadata of a field, its name in the table, if that is not a Python identifier."""

_PLAIN: dict[object, tuple[type | tuple[type, ...], str]] = {
    str: (str, "must be text in quotes"),
    Path: (str, "must be a path in quotes"),
    bool: (bool, "must be true or false"),
    int: (int, "must be a whole number"),
    float: ((int, float), "must be a number"),
}
NOT_A_TABLE = "must be a table"
NOT_A_LIST = 'must be a list, as in ["a", "b"]'
MISSING_ENTRY = "is missing"


@dataclass(frozen=True, slots=True)
class Problem:
    """One error.

    Attributes:
        unknown: whether the entry itself is the error, because no such entry exists.
    """

    place: Place
    what: str
    unknown: bool = False

    def __str__(self) -> str:
        place = ".".join(map(str, self.place))
        return f"{place}: {self.what}" if place else self.what


class TableError(Exception):
    """A table does not match its dataclass; ``problems`` follow the order of the declaration."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = tuple(problems)


def read(
    kind: type[Read], table: object, *, noun: str = "entry", opaque: tuple[str, ...] = ()
) -> Read:
    """Return the table as a dataclass of this kind.

    Args:
        noun: what an entry of the table is called in messages.
        opaque: names in annotations that are not resolved; their values are not checked.

    Raises:
        TableError: with every problem found.
    """
    reader = _Reader(noun, opaque)
    value = reader.value(kind, table, ())
    if reader.problems:
        raise TableError(reader.problems)
    result: Read = value
    return result


def matching(pattern: str, advice: str) -> Check:
    """Return a check that a text matches the whole pattern."""
    compiled = re.compile(pattern)
    return lambda text: None if compiled.fullmatch(text) else advice


def not_empty(value: tuple[object, ...] | str) -> str | None:
    """Check that a value is not empty."""
    return None if value else "must not be empty"


def unknown_name(noun: str, name: str, known: tuple[str, ...]) -> str:
    """Return the message for an unknown name, with the closest known one or all of them."""
    near = difflib.get_close_matches(name, known, n=1)
    if near:
        return f"unknown {noun}; did you mean {near[0]}?"
    return f"unknown {noun}; available: {', '.join(known)}"


class _Reader:
    def __init__(self, noun: str, opaque: tuple[str, ...]) -> None:
        self.noun = noun
        self.opaque = opaque
        self.problems: list[Problem] = []

    def value(self, kind: Any, value: object, place: Place) -> Any:
        """Return the value as this kind; after a recorded problem, the result is meaningless."""
        if kind is str and type(value) is str:  # the most frequent case in a language pack
            return value
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._checked(arguments[0], arguments[1:], value, place)
        if origin in (Union, types.UnionType):  # only X | None occurs, since tables have no null
            (kind,) = (each for each in arguments if each is not type(None))
            return self.value(kind, value, place)
        if origin is Literal:
            return self._choice(arguments, value, place)
        if origin is tuple:
            return self._list(arguments[0], value, place)
        if origin is not None and issubclass(origin, Mapping):
            return self._mapping(arguments[1], value, place)
        if is_dataclass(kind):
            return self._table(kind, value, place)
        return self._plain(kind, value, place)

    def _wrong(self, place: Place, what: str) -> None:
        self.problems.append(Problem(place, what))

    def _plain(self, kind: Any, value: object, place: Place) -> Any:
        if kind is object:
            return value
        allowed, advice = _PLAIN[kind]
        if not isinstance(value, allowed) or (isinstance(value, bool) and kind is not bool):
            return self._wrong(place, advice)
        if kind is Path and "\0" in str(value):
            return self._wrong(place, "must not contain the character U+0000")
        return kind(value)

    def _choice(self, choices: tuple[Any, ...], value: object, place: Place) -> Any:
        if isinstance(value, str) and value in choices:
            return value
        *first, last = (f'"{choice}"' for choice in choices)
        return self._wrong(place, f"must be {', '.join(first)} or {last}")

    def _list(self, kind: Any, value: object, place: Place) -> Any:
        if not isinstance(value, list | tuple):
            return self._wrong(place, NOT_A_LIST)
        return tuple(self.value(kind, item, (*place, n)) for n, item in enumerate(value))

    def _mapping(self, kind: Any, value: object, place: Place) -> Any:
        if not isinstance(value, Mapping):
            return self._wrong(place, NOT_A_TABLE)
        return {key: self.value(kind, item, (*place, key)) for key, item in value.items()}

    def _checked(self, kind: Any, checks: tuple[Any, ...], value: object, place: Place) -> Any:
        before = len(self.problems)
        result = self.value(kind, value, place)
        for check in checks:
            if len(self.problems) == before:
                what = check(result)
                if what is not None:
                    self._wrong(place, what)
        return result

    def _table(self, kind: Any, value: object, place: Place) -> Any:
        if not isinstance(value, Mapping):
            return self._wrong(place, NOT_A_TABLE)
        before = len(self.problems)
        hints = _hints(kind, self.opaque)
        known = {field.metadata.get(KEY, field.name): field for field in fields(kind)}
        found: dict[str, Any] = {}
        for key, field in known.items():
            if key in value:
                found[field.name] = self.value(hints[field.name], value[key], (*place, key))
            elif field.default is MISSING and field.default_factory is MISSING:
                self._wrong((*place, key), MISSING_ENTRY)
        for key in value:
            if key not in known:
                what = unknown_name(self.noun, str(key), tuple(known))
                self.problems.append(Problem((*place, key), what, unknown=True))
        return kind(**found) if len(self.problems) == before else None


@cache
def _hints(kind: Any, opaque: tuple[str, ...]) -> dict[str, Any]:
    return get_type_hints(kind, localns=dict.fromkeys(opaque, object), include_extras=True)
