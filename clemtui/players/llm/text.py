"""A model's output as text and as bytes.

JSON can carry what UTF-8 cannot: half of a surrogate pair. Some servers send these deliberately, or
because they split a character between chunks. Two rules apply, which depend only on the pieces
received:

- in the *text*, split pairs are joined and every remaining lone surrogate is replaced by U+FFFD, so
  that it can be stored, sent and shown;
- the *raw bytes* are UTF-8 with each lone surrogate in its three-byte form, so that nothing is
  lost. `raw.decode("utf-8", "surrogatepass")` restores what was received.

Control characters, including NUL and escape sequences, are kept in both because the model wrote
them. The caller is responsible for making them safe.
"""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def joined(text: str) -> str:
    """Join each high surrogate with a low surrogate directly after it."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def repaired(text: str) -> str:
    """Make `text` encodable as UTF-8: join split pairs, replace lone surrogates by U+FFFD."""
    return _SURROGATE.sub("�", joined(text))


def raw_bytes(text: str) -> bytes:
    """Encode `text` reversibly: join split pairs, encode lone surrogates in three bytes each."""
    return joined(text).encode("utf-8", "surrogatepass")


def first_bytes(text: str, limit: int) -> str:
    """Truncate `text` to whole characters whose `raw_bytes` fit into `limit` bytes."""
    if len(text) * 4 <= limit:
        return text
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) <= limit:
        return text
    while limit and encoded[limit] & 0xC0 == 0x80:  # not the first byte of a character
        limit -= 1
    return encoded[:limit].decode("utf-8", "surrogatepass")
