"""The engine's objects as plain data, for comparing and searching."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from clemtui.engine import GameMaster
from clemtui.kit.subject import Nonconforming, Subject, never_raises

_SCALARS = frozenset({type(None), str, int, float, bool})
_LARGE_SET = 50
_NAMES: dict[type, tuple[str, ...] | None] = {}


def plain_data(value: Any) -> Any:
    """Convert a value to lists, mappings and scalars, without a form's functions.

    Raises:
        Nonconforming: for anything that cannot be recorded.
    """
    kind = type(value)
    if kind in _SCALARS:
        return value
    if kind is tuple or kind is list:
        return [item if type(item) in _SCALARS else plain_data(item) for item in value]
    if kind is dict:
        return {str(key): plain_data(value[key]) for key in sorted(value, key=str)}
    names = _fields(kind)
    if names is not None:
        data: dict[str, Any] = {"": kind.__name__}
        for name in names:
            part = getattr(value, name)
            if type(part) in _SCALARS:
                data[name] = part
            elif not callable(part):
                data[name] = plain_data(part)
        return data
    return _other_to_plain(value)


def _fields(kind: type) -> tuple[str, ...] | None:
    """Return the field names of a dataclass or named tuple, None for any other class.

    Cached by class: the checks look at millions of values.
    """
    if kind not in _NAMES:
        dataclass = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None
        _NAMES[kind] = getattr(kind, "_fields", dataclass)
    return _NAMES[kind]


def _other_to_plain(value: Any) -> Any:
    """Convert what has no fields and is neither exactly a scalar nor a list."""
    if isinstance(value, Mapping):
        return {str(key): plain_data(value[key]) for key in sorted(value, key=str)}
    if isinstance(value, frozenset) and len(value) > _LARGE_SET:
        return in_order(value)
    if isinstance(value, Set):
        return sorted(map(str, value))
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, list | tuple):
        return [plain_data(item) for item in value]
    raise Nonconforming(f"a {type(value).__name__} cannot be recorded, but is shown or logged")


@lru_cache(maxsize=32)
def in_order(words: frozenset[Any]) -> list[str]:
    """Return the words sorted, the same in every process; cached, since forms share large sets."""
    return sorted(map(str, words))


def strings(value: Any) -> Iterator[str]:
    """Yield every string in plain data except field names, and numbers as strings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, bool | None):
        return
    elif isinstance(value, int | float):
        yield str(value)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from strings(item)
    else:
        for item in value:
            yield from strings(item)


def snapshot(subject: Subject, master: GameMaster) -> dict[str, Any]:
    """Return everything that can be learned from a master at this point."""
    with never_raises("looking at the master"):
        return {
            "pending": plain_data(master.pending()),
            "events": plain_data(master.events),
            "keys": plain_data(master.keys),
            "control": plain_data(master.control),
            "round": master.round,
            "rounds": master.rounds,
            "finished": master.finished,
            "views": views(subject, master),
        }


def views(subject: Subject, master: GameMaster) -> dict[str, Any]:
    """Return everyone's view."""
    with never_raises("view()"):
        return {watcher: plain_data(master.view(watcher)) for watcher in subject.watchers}


def difference(one: Any, two: Any, path: str = "") -> str:
    """Describe where two plain values first differ; empty if they are equal."""
    if one == two:
        return ""
    if isinstance(one, Mapping) and isinstance(two, Mapping):
        for key in {**one, **two}:
            if key not in one or key not in two:
                return f"{path}.{key} exists in only one of them".lstrip(".")
            found = difference(one[key], two[key], f"{path}.{key}")
            if found:
                return found
        return ""
    if isinstance(one, list) and isinstance(two, list):
        for index, (left, right) in enumerate(zip(one, two, strict=False)):
            found = difference(left, right, f"{path}[{index}]")
            if found:
                return found
        return (
            ""
            if len(one) == len(two)
            else (f"{path} has {len(one)} items in one and {len(two)} in the other")
        )
    return f"{path.lstrip('.')} is {one!r:.80} in one and {two!r:.80} in the other"
