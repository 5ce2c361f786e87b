"""Keep keys out of messages, records and logs."""

from __future__ import annotations

import base64
import codecs
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

from clemtui.players.llm.key_search import SHORTEST, KeySearch, Span, find_keys, replaced

REDACTED = "[key]"
"""Replacement for a key."""

_NAMES_A_SECRET = re.compile(
    r"(key|token|secret|password|passwd|passphrase|credentials?|authorization"
    r"|(^|[_.-])(pass|pat|auth))([_.-]?\d+|[_.-](read|write|ro|rw))?$",
    re.I,
)
_PASSWORD_IN_ADDRESS = re.compile(r"://[^/?#\s:@]*:([^/?#\s@]+)@")
_LOOKS_LIKE_A_KEY = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai|hf)[-_][-_*.A-Za-z0-9]{8,}|\bAIza[-_A-Za-z0-9]{16,}|\bAKIA[A-Z0-9]{12,}"
    r"|(?<=Bearer )\S+|(?<=bearer )\S+|(?<=api_key=)\S+|(?<=[?&]key=)[^&\s]+"
)


def is_secret_name(name: str) -> bool:
    """Whether the name of a setting or variable suggests a secret, as `api_key` or `X_TOKEN` do."""
    return bool(_NAMES_A_SECRET.search(name))


def known_keys(
    *variables: str | None, environment: Mapping[str, str] = os.environ
) -> tuple[str, ...]:
    """Return the secrets in the environment, longest first.

    These are the values of the named variables, and of all variables whose names suggest a secret,
    and the passwords in addresses such as `postgres://me:password@host`. Values of fewer than 8
    characters are left out: they are words.
    """
    found = {
        value.strip()
        for name, value in environment.items()
        if name in variables or is_secret_name(name)
    }
    for value in environment.values():
        found.update(_PASSWORD_IN_ADDRESS.findall(value))
    return tuple(sorted((v for v in found if len(v) >= SHORTEST), key=len, reverse=True))


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
    if sent is not None and len(sent) >= SHORTEST:
        found.add(sent)
    return tuple(sorted(found, key=len, reverse=True))


def spellings(keys: Iterable[str]) -> tuple[str, ...]:
    """Return these keys in the usual forms in which a server may repeat them, longest first.

    These are the key itself, reversed, in ROT13, escaped for JSON, HTML or a URL, as the numbers of
    its characters, in base32, and in base64 within any longer text. `key_search` finds them also
    with something in between. A server can invent others, such as a cipher: it has the key anyway.
    """
    found = {form for key in keys for form in _forms(key) if len(form) >= SHORTEST}
    return tuple(sorted(found, key=lambda form: (-len(form), form)))


_NOTATIONS = (
    *("%{:02x}", "%25{:02x}"),  # of addresses
    *("&#{};", "&#{:03};", "&#{:04};", "&#{:05};", "&#{:07};"),  # of HTML
    *("&#x{:x};", "&#x{:04x};", "&#x{:06x};"),
    *(
        "\\u{:04x}",
        "\\u{{{:x}}}",
        "\\x{:02x}",
        "\\U{:08x}",
        "\\{:o}",
        "\\{:03o}",
    ),  # of program texts
    *("{:02x}", "0x{:02x}", "{:04x}", "{:02x}00"),  # of lists of numbers
)
"""How a character may be written as its number. Case and separators do not matter."""


def _forms(key: str) -> set[str]:
    encoded = key.encode("utf-8", "surrogatepass")
    escaped = json.dumps(key)[1:-1]
    forms = {key, key[::-1], escaped, escaped.replace("/", "\\/"), quote(encoded, safe="")}
    forms.add(quote(quote(encoded, safe=""), safe=""))
    forms |= {"".join(notation.format(byte) for byte in encoded) for notation in _NOTATIONS}
    forms |= {"".join(notation.format(ord(each)) for each in key) for notation in _NOTATIONS}
    forms |= {base64.b32encode(encoded).decode("ascii"), codecs.encode(key, "rot13")}
    forms |= {json.dumps(form)[1:-1] for form in tuple(forms)}
    for text in (encoded, encoded[::-1]):
        for offset in range(3):
            code = base64.b64encode(bytes(offset) + text).decode("ascii")
            # Only the letters that depend on nothing but the key are the same in every text.
            within = code[-(-offset * 8 // 6) : (offset + len(text)) * 8 // 6]
            forms |= {within, within.replace("+", "-").replace("/", "_")}
    return forms


def hide_keys(text: str, keys: Sequence[str]) -> str:
    """Return `text` with these keys replaced by `[key]`, as `key_search` finds them."""
    return replaced(text, find_keys(text, keys), REDACTED)


class KeyFilter:
    """Hides keys in text that arrives in pieces, also if a key is split between pieces."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._search = KeySearch(keys) if keys else None
        self._held: list[str] = []
        self._passed = 0

    def feed(self, piece: str) -> str:
        """Add a piece; return the text that is certain not to be part of a key."""
        search = self._search
        if search is None:
            return piece
        search.feed(piece)
        self._held.append(piece)
        if search.settled == self._passed:
            return ""
        text, start = "".join(self._held), self._passed
        certain = [span for span in search.spans if span[1] <= search.settled]
        search.spans = search.spans[len(certain) :]
        shown = _hidden(text[: search.settled - start], certain, start)
        self._held, self._passed = [text[search.settled - start :]], search.settled
        return shown

    @property
    def rest(self) -> str:
        """The text held back because it may be the beginning of a key; hidden if it is long."""
        spans = () if self._search is None else self._search.end()
        return _hidden("".join(self._held), spans, self._passed)


def _hidden(text: str, spans: Iterable[Span], offset: int) -> str:
    """Hide keys in a text that begins at this offset of the text that was searched."""
    return replaced(text, ((start - offset, end - offset) for start, end in spans), REDACTED)


def redact(text: str, *variables: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """Return `text` with every key in it replaced by `[key]`.

    This hides the known keys (see `known_keys`), and anything that looks like a provider's key,
    including a key shortened by the provider.
    """
    keys = spellings(known_keys(*variables, environment=environment))
    return _LOOKS_LIKE_A_KEY.sub(REDACTED, hide_keys(text, keys))
