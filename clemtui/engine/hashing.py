"""Identity of data: the hash of its canonical JSON."""

from __future__ import annotations

import hashlib
import json
from typing import Any

_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


def canonical_json(value: Any) -> str:
    """Return JSON with sorted keys and no whitespace: equal data gives equal text.

    Raises:
        ValueError: for NaN and infinity, which JSON does not have.
    """
    return _CANONICAL.encode(value)


def sha256(value: Any) -> str:
    """Return the hash of a value's canonical JSON, in hexadecimal."""
    text = canonical_json(value).encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()
