"""Plain data of the engine's objects, so that two of them can be compared and searched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from typing import Any

from clemtui.engine import GameMaster
from clemtui.kit.subject import Nonconforming, Subject, never_raises


def plain(value: Any) -> Any:
    """The value as lists, mappings and scalars. Functions of forms are left out.

    Raises:
        Nonconforming: for anything that cannot be recorded.
    """
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        kinds = {f.name: getattr(value, f.name) for f in fields(value)}
        data = {name: plain(part) for name, part in kinds.items() if not callable(part)}
        return {"": type(value).__name__, **data}
    if isinstance(value, Mapping):
        return {str(key): plain(value[key]) for key in sorted(value, key=str)}
    if isinstance(value, Set):
        return sorted(map(str, value))
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    raise Nonconforming(f"a {type(value).__name__} is shown or logged, which cannot be recorded")


def strings(value: Any) -> Iterator[str]:
    """Every string in plain data, but for the names of fields."""
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
    """Everything that can be learnt from a master at this point."""
    with never_raises("looking at the master"):
        return {
            "pending": plain(master.pending()),
            "events": plain(master.events),
            "keys": plain(master.keys),
            "control": plain(master.control),
            "round": master.round,
            "rounds": master.rounds,
            "finished": master.finished,
            "views": views(subject, master),
        }


def views(subject: Subject, master: GameMaster) -> dict[str, Any]:
    """What everybody sees."""
    with never_raises("view()"):
        return {watcher: plain(master.view(watcher)) for watcher in subject.watchers}


def difference(one: Any, two: Any, path: str = "") -> str:
    """Where two plain values first differ, in words; empty if nowhere."""
    if isinstance(one, Mapping) and isinstance(two, Mapping):
        for key in {**one, **two}:
            if key not in one or key not in two:
                return f"{path}.{key} is there only once".lstrip(".")
            found = difference(one[key], two[key], f"{path}.{key}")
            if found:
                return found
        return ""
    if isinstance(one, list) and isinstance(two, list):
        for index, (left, right) in enumerate(zip(one, two, strict=False)):
            found = difference(left, right, f"{path}[{index}]")
            if found:
                return found
        return "" if len(one) == len(two) else f"{path} has {len(one)} or {len(two)} items"
    return "" if one == two else f"{path.lstrip('.')} is {one!r:.80} or {two!r:.80}"
