"""How much of the interface a catalogue has words for."""

from __future__ import annotations

import struct
from pathlib import Path

from clemtui.language.catalogues import DOMAIN, SOURCE_LANGUAGE, bundled_locales
from clemtui.language.po import compiled

_BIG_ENDIAN = b"\x95\x04\x12\xde"


def interface_share(tag: str, locales: Path | None = None) -> float | None:
    """The share of the interface's sentences that a language has, from 0 to 1; None without a
    catalogue. What nobody has confirmed (fuzzy) does not count."""
    folder = bundled_locales() if locales is None else locales
    mine, all_there_are = (_messages(folder / each) for each in (tag, SOURCE_LANGUAGE))
    if mine is None or not all_there_are:
        return None
    return len(mine & all_there_are) / len(all_there_are)


def _messages(folder: Path) -> frozenset[bytes] | None:
    """The messages that a catalogue has translations of."""
    source = folder / "LC_MESSAGES" / f"{DOMAIN}.po"
    if source.is_file():
        return _originals(compiled(source.read_text("utf-8")))
    finished = source.with_suffix(".mo")
    return _originals(finished.read_bytes()) if finished.is_file() else None


def _originals(content: bytes) -> frozenset[bytes]:
    """The messages in a compiled catalogue, as the manual of GNU gettext describes "The Format of
    GNU MO Files"; the head of the catalogue is none."""
    order = ">" if content.startswith(_BIG_ENDIAN) else "<"
    count, table = struct.unpack_from(f"{order}II", content, 8)
    found: set[bytes] = set()
    for number in range(count):
        length, place = struct.unpack_from(f"{order}II", content, table + 8 * number)
        found.add(content[place : place + length])
    return frozenset(found) - {b""}
