"""Source catalogues (``ui.po``) as what `gettext` reads, quickly enough for every start.

Babel reads and writes these files wherever they are made, checked or built into an installation; in
a checkout the program reads them at every start, and Babel's reader alone takes as long to load as
a tenth of the first screen. What is read here is what Babel writes: the format of GNU gettext
without contexts. Entries marked as fuzzy, and those without a translation, are left out.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO

_MAGIC = 0x950412DE
_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr)(?:\[(\d+)\])?\s+)?"(.*)"')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}


class NotACatalogue(ValueError):
    """A line of a source catalogue that cannot be read; the message names it."""


def translations(source: str) -> GNUTranslations:
    """The translations that a source catalogue holds.

    Raises:
        NotACatalogue: if a line is none of a source catalogue.
    """
    return GNUTranslations(BytesIO(compiled(source)))


def compiled(source: str) -> bytes:
    """The compiled form (``ui.mo``) of a source catalogue.

    Raises:
        NotACatalogue: if a line is none of a source catalogue.
    """
    return _compiled(dict(_messages(source)))


def _messages(source: str) -> Iterator[tuple[str, str]]:
    """Message and translation, plural forms with zero bytes between them, as in a compiled file."""
    for block in source.replace("\r\n", "\n").split("\n\n"):
        fields: dict[tuple[str, int], str] = {}
        field = ("", 0)
        fuzzy = False
        for line in block.split("\n"):
            if line.startswith("#") or not line.strip():
                fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
                continue
            found = _LINE.fullmatch(line.strip())
            if found is None or not (found[1] or field[0]):
                raise NotACatalogue(f"cannot read {line.strip()!r}")
            if found[1]:
                field = (found[1], int(found[2] or 0))
                if field in fields:
                    raise NotACatalogue(f"no empty line above {line.strip()!r}")
            fields[field] = fields.get(field, "") + _ESCAPE.sub(_unescaped, found[3])
        forms = [text for (name, _), text in sorted(fields.items()) if name == "msgstr"]
        message = fields.get(("msgid", 0))
        if message is None or not all(forms) or (fuzzy and message):
            continue
        plural = fields.get(("msgid_plural", 0))
        yield message if plural is None else f"{message}\0{plural}", "\0".join(forms)


def _unescaped(escape: re.Match[str]) -> str:
    return _ESCAPED.get(escape[1], escape[1])


def _compiled(messages: dict[str, str]) -> bytes:
    """A compiled catalogue, as the manual of GNU gettext describes "The Format of GNU MO Files"."""
    texts = sorted((id.encode(), text.encode()) for id, text in messages.items())
    count = len(texts)
    place = 7 * 4 + 2 * count * 8
    tables: list[bytes] = []
    for strings in zip(*texts, strict=True):
        for string in strings:
            tables.append(struct.pack("<II", len(string), place))
            place += len(string) + 1
    head = struct.pack("<7I", _MAGIC, 0, count, 7 * 4, 7 * 4 + count * 8, 0, 0)
    content = (string + b"\0" for strings in zip(*texts, strict=True) for string in strings)
    return head + b"".join(tables) + b"".join(content)
