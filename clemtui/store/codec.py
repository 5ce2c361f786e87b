"""One way to store text that SQLite cannot hold: lone surrogates and NUL.

SQLite keeps text as UTF-8, which has no lone surrogates (they come from JSON escapes), and its
functions end a text at the first NUL. So a free text has a *readable* column, in which both are
U+FFFD, and beside it an ``_exact`` column that is NULL wherever the readable text is the text. JSON
columns are plain JSON, or, for such values, an object with a readable and an exact form.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
from collections.abc import Mapping, Set
from typing import Any

from clemtui.records.errors import RefusedWrite

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_ESCAPED_NUL = "\\u0000"
EXACT = "$exact"
READABLE = "$readable"


def readable(text: str) -> str:
    """The text as SQLite can hold and search it."""
    return _UNSTORABLE.sub("�", text)


def split(text: str) -> tuple[str, bytes | None]:
    """The readable text, and the exact bytes (UTF-8, surrogates passed) where they differ."""
    plain = readable(text)
    return plain, None if plain == text else text.encode("utf-8", "surrogatepass")


def joined(plain: str, exact: bytes | None) -> str:
    """The text that `split` took apart."""
    return plain if exact is None else exact.decode("utf-8", "surrogatepass")


def name(text: str, what: str) -> str:
    """A text that serves as a name: it is stored as it is or not at all.

    Raises:
        RefusedWrite: if it is empty or SQLite cannot hold it.
    """
    if not text or _UNSTORABLE.search(text):
        raise RefusedWrite(f"{what} {text!r} cannot be stored: use letters, digits and spaces")
    return text


def compact(value: Any) -> str:
    """JSON without blanks, keys in their own order; NaN and infinity become null.

    Raises:
        TypeError: for what JSON does not have (mappings and sets are made into objects and lists).
    """
    try:
        return _dump(value)
    except ValueError:
        return _dump(_finite(value))


def dumps(value: Any) -> str:
    """A JSON column; `loads` reads it back exactly."""
    text = compact(value)
    wrapped = isinstance(value, Mapping) and EXACT in value
    if not wrapped and _ESCAPED_NUL not in text and not _UNSTORABLE.search(text):
        return text
    exact = base64.b64encode(text.encode("utf-8", "surrogatepass")).decode("ascii")
    return _dump({EXACT: exact, READABLE: _cleaned(json.loads(text))})


def loads(text: str) -> Any:
    """The value of a JSON column."""
    value = json.loads(text)
    if isinstance(value, dict) and EXACT in value:
        exact = base64.b64decode(value[EXACT])
        return json.loads(exact.decode("utf-8", "surrogatepass"))
    return value


def content_hash(value: Any) -> str:
    """SHA-256 of a content as stored: compact JSON, keys in their own order.

    For a list this is `clemtui.engine.sha256`, so a word list has the same hash here and there.
    """
    return hashlib.sha256(compact(value).encode("utf-8", "surrogatepass")).hexdigest()


def canonical(value: Any) -> Any:
    """The same JSON-like data, the keys of every object in the order of their names."""
    return json.loads(json.dumps(json.loads(compact(value)), sort_keys=True))


def item_key(content: Any, slot: int) -> str:
    """The key of a work item: of its canonical content, and which one of several it is."""
    return hashlib.sha256(f"{content_hash(canonical(content))}:{slot}".encode()).hexdigest()


def _dump(value: Any) -> str:
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain
    )


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Set):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} cannot be stored as JSON")


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, Set):
        return sorted(value)
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return value


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return readable(value)
    if isinstance(value, dict):
        return {readable(key): _cleaned(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_cleaned(each) for each in value]
    return value
