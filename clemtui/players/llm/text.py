"""What a model writes, as text and as bytes.

JSON can carry what UTF-8 cannot: half of a surrogate pair. Some servers send them, on their own or
because they cut a character in two between chunks. Two rules, which depend on nothing but the
pieces received:

- the *text* has split pairs joined and every surrogate still alone replaced by U+FFFD, so that it
  can be stored, sent and shown;
- the *raw bytes* are UTF-8 in which a lone surrogate has its three-byte form, so that nothing is
  lost. `raw.decode("utf-8", "surrogatepass")` gives back what came.

Control characters, NUL and escape sequences among them, are kept in both: they are what the model
wrote. Making them safe is the caller's responsibility.
"""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def joined(text: str) -> str:
    """`text` with each high surrogate directly followed by a low one made into their character."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def repaired(text: str) -> str:
    """`text` as UTF-8 can hold it: split pairs joined, lone surrogates replaced by U+FFFD."""
    return _SURROGATE.sub("�", joined(text))


def raw_bytes(text: str) -> bytes:
    """The bytes of `text`, reversible: split pairs joined, lone surrogates in three bytes each."""
    return joined(text).encode("utf-8", "surrogatepass")


def first_bytes(text: str, limit: int) -> str:
    """As much of `text` as `raw_bytes` fits into `limit` bytes, in whole characters."""
    if len(text) * 4 <= limit:
        return text
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) <= limit:
        return text
    while limit and encoded[limit] & 0xC0 == 0x80:  # not the first byte of a character
        limit -= 1
    return encoded[:limit].decode("utf-8", "surrogatepass")
