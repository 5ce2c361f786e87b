"""`sessions/DATA_DICTIONARY.md`: the tables and views of `clemtui.store.schema`."""

from __future__ import annotations

from pathlib import Path

from clemtui.store.schema.dictionary import sections

PAGE = Path(__file__).resolve().parents[2] / "sessions" / "DATA_DICTIONARY.md"
MARK = "<!-- Generated from here on by `python -m tools.pages`; change the schema. -->\n"


def page() -> str:
    """Return the whole page: the handwritten part above the mark, and the generated part below.

    Raises:
        ValueError: if the mark is missing.
    """
    head, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    if not mark:
        raise ValueError(f"{PAGE.name} has lost the line {MARK.strip()}")
    return f"{head}{MARK}\n{sections()}"
