"""Reasons of trouble are noted for those who run a study."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from clemtui.study.joining.trouble import FILE, note_reason


def test_each_reason_is_a_dated_line_beside_the_database(tmp_path: Path) -> None:
    database = tmp_path / "new" / "clemtui.db"
    note_reason(database, "memory", "unknown code 'Z-9'.\nSet OPENAI_API_KEY.", "Z-9")
    note_reason(database, "words", "the disk is full", "")
    first, second = (database.parent / FILE).read_text("utf-8").splitlines()
    moment, _, said = first.partition(" ")
    assert said.startswith("memory: unknown code '…'.")
    assert "Z-9" not in said
    assert "OPENAI_API_KEY" in said
    assert datetime.fromisoformat(moment).tzinfo is not None
    assert second.endswith("words: the disk is full")
