"""Keep keys out of messages, records and logs."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

REDACTED = "[key]"
"""Replacement for a key."""

_NAMES_A_SECRET = re.compile(
    r"(^|[_.-])(api[_-]?key|key|token|secret|password|passwd|credentials?|authorization)$", re.I
)
_LOOKS_LIKE_A_KEY = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai|hf)[-_][-_*.A-Za-z0-9]{8,}|\bAIza[-_A-Za-z0-9]{16,}|\bAKIA[A-Z0-9]{12,}"
    r"|(?<=Bearer )\S+|(?<=bearer )\S+|(?<=api_key=)\S+|(?<=[?&]key=)[^&\s]+"
)
_SHORTEST = 8  # shorter values are words, and hiding them would make messages unreadable


def is_secret_name(name: str) -> bool:
    """Whether the name of a setting or variable suggests a secret, as `api_key` or `X_TOKEN` do."""
    return bool(_NAMES_A_SECRET.search(name))


def redact(text: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return `text` with every key in it replaced by `[key]`.

    This hides the values of all environment variables whose names suggest a secret, and anything
    that looks like a provider's key, including a key shortened by the provider.
    """
    values = [
        value
        for name, value in environment.items()
        if len(value) >= _SHORTEST and is_secret_name(name)
    ]
    for value in sorted(values, key=len, reverse=True):
        text = text.replace(value, REDACTED)
    return _LOOKS_LIKE_A_KEY.sub(REDACTED, text)
