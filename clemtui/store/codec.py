"""Storage of text that SQLite cannot represent: lone surrogates and NUL.

SQLite stores text as UTF-8, which cannot encode lone surrogates (they come from JSON escapes), and
its functions stop at the first NUL. Free text therefore has a *readable* column, in which U+FFFD
replaces both, and an ``_exact`` column with the original bytes, NULL if the readable text is exact.
A JSON column contains plain JSON or, for such values, an object with a readable and an exact form.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
from collections.abc import Mapping, Set
from typing import Any

from clemtui.records.errors import DamagedRecord, RefusedWrite

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_ESCAPED_NUL = "\\u0000"
EXACT_KEY = "$exact"
READABLE_KEY = "$readable"


def readable(text: str) -> str:
    """Return the text in a form that SQLite can store and search."""
    return _UNSTORABLE.sub("�", text)


def split(text: str) -> tuple[str, bytes | None]:
    """Return the readable text and, if it differs, the exact bytes (UTF-8 with surrogates)."""
    plain = readable(text)
    return plain, None if plain == text else text.encode("utf-8", "surrogatepass")


def join(plain: str, exact: bytes | None) -> str:
    """Return the text that `split` took apart."""
    return plain if exact is None else exact.decode("utf-8", "surrogatepass")


def checked_name(text: str, what: str) -> str:
    """Return a text that serves as a name. Names are stored unchanged or not at all.

    Raises:
        RefusedWrite: if the name is empty or SQLite cannot store it.
    """
    if not text or _UNSTORABLE.search(text):
        raise RefusedWrite(f"{what} {text!r} cannot be stored: use letters, digits and spaces")
    return text


def compact(value: Any) -> str:
    """Return JSON without whitespace, keys in their own order, NaN and infinity as null.

    Raises:
        TypeError: for types without a JSON form. Mappings and sets become objects and lists.
    """
    try:
        return _dump(value)
    except ValueError:
        return _dump(_finite(value))


def dumps(value: Any) -> str:
    """Encode the value of a JSON column; `loads` restores it exactly."""
    text = compact(value)
    wrapped = isinstance(value, Mapping) and EXACT_KEY in value
    if not wrapped and _ESCAPED_NUL not in text and not _UNSTORABLE.search(text):
        return text
    exact = base64.b64encode(text.encode("utf-8", "surrogatepass")).decode("ascii")
    return _dump({EXACT_KEY: exact, READABLE_KEY: _cleaned(json.loads(text))})


def loads(text: str) -> Any:
    """Decode the value of a JSON column.

    Raises:
        DamagedRecord: if it is none.
    """
    try:
        value = json.loads(text)
        if isinstance(value, dict) and EXACT_KEY in value:
            exact = base64.b64decode(value[EXACT_KEY])
            return json.loads(exact.decode("utf-8", "surrogatepass"))
    except (ValueError, TypeError, RecursionError) as error:
        raise DamagedRecord(
            f"a record is no longer JSON ({error}): it was changed by another program"
        ) from error
    return value


def json_value(column: str, path: str) -> str:
    """Return SQL for a value within a JSON column, at a path such as ``import.identity``."""
    return (
        f"coalesce(json_extract({column}, '$.{path}'), "
        f"json_extract({column}, '$.\"{READABLE_KEY}\".{path}'))"
    )


def content_hash(value: Any) -> str:
    """Return the SHA-256 of a content as stored: compact JSON, keys in their own order.

    For a list this equals `clemtui.engine.sha256`, so a word list has the same hash in both places.
    """
    return hashlib.sha256(compact(value).encode("utf-8", "surrogatepass")).hexdigest()


def canonical(value: Any) -> Any:
    """Return the same JSON-like data with the keys of every object sorted."""
    return json.loads(json.dumps(json.loads(compact(value)), sort_keys=True))


def item_key(content: Any, slot: int) -> str:
    """Return the key of a work item: a hash of its canonical content and its slot."""
    return hashlib.sha256(f"{content_hash(canonical(content))}:{slot}".encode()).hexdigest()


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Set):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} cannot be stored as JSON")


_dump = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain
).encode


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
