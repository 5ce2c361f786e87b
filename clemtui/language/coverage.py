"""Measure how much of the interface a catalogue translates."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.mofile import read_mo

from clemtui.language.catalogues import DOMAIN, SOURCE_LANGUAGE, bundled_locales
from clemtui.language.po import compiled


def interface_share(tag: str, locales: Path | None = None) -> float | None:
    """Return the share of the interface that is translated, from 0 to 1; None without a catalogue.

    Unconfirmed (fuzzy) translations do not count.
    """
    folder = bundled_locales() if locales is None else locales
    mine, all_there_are = (_messages(folder / each) for each in (tag, SOURCE_LANGUAGE))
    if mine is None or not all_there_are:
        return None
    return len(mine & all_there_are) / len(all_there_are)


def _messages(folder: Path) -> frozenset[str] | None:
    """Return the translated messages of a catalogue, each by its singular."""
    source = folder / "LC_MESSAGES" / f"{DOMAIN}.po"
    finished = source.with_suffix(".mo")
    if source.is_file():
        content = compiled(source.read_text("utf-8"))
    elif finished.is_file():
        content = finished.read_bytes()
    else:
        return None
    ids = (message.id for message in read_mo(BytesIO(content)))
    return frozenset(id if isinstance(id, str) else id[0] for id in ids if id)
