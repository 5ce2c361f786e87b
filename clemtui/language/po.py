"""Read source catalogues (``ui.po``) for `gettext`, fast enough for every start.

Babel reads and writes these files wherever they are created, checked or built into an installation.
In a checkout, the program reads them at every start, and loading Babel's reader alone would take a
tenth of the time to the first screen. Only what Babel writes is supported: the GNU gettext format
without contexts. Fuzzy and untranslated entries are skipped.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from functools import lru_cache
from gettext import GNUTranslations
from io import BytesIO

_MAGIC = 0x950412DE
_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr)(?:\[(\d+)\])?\s+)?"(.*)"')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}


class CatalogueSyntaxError(ValueError):
    """Raised if a line of a source catalogue cannot be read; the message quotes it."""


def translations(source: str) -> GNUTranslations:
    """Return the translations in a source catalogue.

    Raises:
        NotACatalogue: if a line is not valid.
    """
    return GNUTranslations(BytesIO(compiled(source)))


@lru_cache(maxsize=2)  # the same language is loaded for each front and each app
def compiled(source: str) -> bytes:
    """Compile a source catalogue (``ui.mo``).

    Raises:
        NotACatalogue: if a line is not valid.
    """
    return _compiled(dict(_messages(source)))


def _messages(source: str) -> Iterator[tuple[str, str]]:
    """Yield messages and translations, with plural forms joined by zero bytes as when compiled."""
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
                raise CatalogueSyntaxError(f"cannot read {line.strip()!r}")
            if found[1]:
                field = (found[1], int(found[2] or 0))
                if field in fields:
                    raise CatalogueSyntaxError(f"no empty line above {line.strip()!r}")
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
    """Build a compiled catalogue, following "The Format of GNU MO Files" in the gettext manual."""
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
