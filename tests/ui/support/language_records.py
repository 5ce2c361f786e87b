"""Recorded episodes in several languages, for the comparison of prompt languages."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.store.records import GPT, LOST, WON, Records

SMALL = tuple(replace(seat, player="small") for seat in GPT)


def record_languages(folder: Path, name: str = "clemtui.db") -> None:
    """Record 20 grids each in English, a paraphrase of it, German and Turkish, and some taboo."""
    (folder / name).write_bytes(_recorded())


@cache
def _recorded() -> bytes:
    """Return the database, which is made once: it takes longer than a test of a screen."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "records.db"
        _record(file)
        return file.read_bytes()


def _record(file: Path) -> None:
    records = Records(file)
    with closing(records.writer):
        records.play_grids("en", [WON] * 18 + [LOST] * 2)
        records.play_grids("en-x-para1", [WON] * 17 + [LOST] * 3)
        records.play_grids("de", [WON] * 16 + [LOST] * 4)
        records.play_grids("tr", [WON] * 7 + [LOST] * 10 + [None] * 3)
        records.play_grids("en", [WON, 50.0, LOST], game="taboo", seats=SMALL)
        records.play_grids("de", [50.0, 50.0, LOST], game="taboo", seats=SMALL)
