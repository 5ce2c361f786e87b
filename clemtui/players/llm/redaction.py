"""Keep keys out of messages, records and logs."""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

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


def known_keys(
    *variables: str | None, environment: Mapping[str, str] = os.environ
) -> tuple[str, ...]:
    """Return the secrets in the environment, longest first.

    These are the values of the named variables, and of all variables whose names suggest a secret.
    Values of fewer than 8 characters are left out: they are words.
    """
    found = {
        value.strip()
        for name, value in environment.items()
        if name in variables or is_secret_name(name)
    }
    return tuple(sorted((v for v in found if len(v) >= _SHORTEST), key=len, reverse=True))


def keys_in_answers(
    sent: str | None, environment: Mapping[str, str] = os.environ
) -> tuple[str, ...]:
    """Return the keys to hide in a model's answer: the one sent, and those in the environment.

    A password or token that is a plain word is left out, because a player may use the same word.
    """
    words = {
        value.strip()
        for name, value in environment.items()
        if value.strip().isalpha() and not name.casefold().endswith("api_key")
    }
    found = {key for key in known_keys(environment=environment) if key not in words}
    if sent is not None and len(sent) >= _SHORTEST:
        found.add(sent)
    return tuple(sorted(found, key=len, reverse=True))


def spellings(keys: Iterable[str]) -> tuple[str, ...]:
    """Return these keys in every form in which a server may repeat them, longest first.

    These are the key itself, reversed, escaped for JSON or a URL, in hexadecimal, and in base64
    within any longer text.
    """
    found = {form for key in keys for form in _forms(key) if len(form) >= _SHORTEST}
    return tuple(sorted(found, key=lambda form: (-len(form), form)))


def _forms(key: str) -> set[str]:
    encoded = key.encode("utf-8", "surrogatepass")
    escaped = json.dumps(key)[1:-1]
    forms = {key, key[::-1], escaped, escaped.replace("/", "\\/"), quote(encoded, safe="")}
    forms |= {"".join(f"%{byte:02{case}}" for byte in encoded) for case in "xX"}
    forms |= {encoded.hex(), encoded.hex().upper()}
    forms |= {json.dumps(form)[1:-1] for form in tuple(forms)}
    for offset in range(3):
        code = base64.b64encode(bytes(offset) + encoded).decode("ascii")
        # Only the letters that depend on nothing but the key are the same in every text.
        within = code[-(-offset * 8 // 6) : (offset + len(encoded)) * 8 // 6]
        forms |= {within, within.replace("+", "-").replace("/", "_")}
    return forms


def hide_keys(text: str, keys: Iterable[str]) -> str:
    """Return `text` with these keys, given longest first, replaced by `[key]`."""
    for key in keys:
        text = text.replace(key, REDACTED)
    return text


class KeyFilter:
    """Hides keys in text that arrives in pieces, also if a key is split between pieces."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = keys
        self._held = ""

    def feed(self, piece: str) -> str:
        """Add a piece; return the text that is certain not to be part of a key."""
        if not self._keys:
            return piece
        text = hide_keys(self._held + piece, self._keys)
        held = max((_beginning(key, text) for key in self._keys), default=0)
        self._held = text[len(text) - held :]
        return text[: len(text) - held]

    @property
    def rest(self) -> str:
        """The text held back because it may be the beginning of a key; hidden if it is long."""
        return REDACTED if len(self._held) >= _SHORTEST else self._held


def beginning(key: str, text: str) -> int:
    """Return how many characters at the end of `text` are a beginning of a key that must be hidden.

    A few characters may be anything; they are not counted.
    """
    length = _beginning(key, text)
    return length if length >= _SHORTEST else 0


def _beginning(key: str, text: str) -> int:
    """Return how many characters at the end of `text` are the beginning of a key."""
    last = text[-1:]
    for length in range(min(len(key) - 1, len(text)), 0, -1):
        if key[length - 1] == last and text.endswith(key[:length]):
            return length
    return 0


def redact(text: str, *variables: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """Return `text` with every key in it replaced by `[key]`.

    This hides the known keys (see `known_keys`), and anything that looks like a provider's key,
    including a key shortened by the provider.
    """
    keys = spellings(known_keys(*variables, environment=environment))
    return _LOOKS_LIKE_A_KEY.sub(REDACTED, hide_keys(text, keys))
