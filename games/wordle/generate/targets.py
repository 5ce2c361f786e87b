"""The candidate targets, from ``data/*_targets.tsv`` (a word and its frequency band)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

DATA = Path(__file__).resolve().parent / "data"
BANDS = ("high", "medium")


@cache
def target_candidates(language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the candidate targets by frequency band.

    Raises:
        FileNotFoundError: if there is no list for the language.
    """
    text = (DATA / f"{language}_targets.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines()]
    return MappingProxyType(
        {band: tuple(word for word, value in rows if value == band) for band in BANDS}
    )
