"""Game data by language, from a folder of TOML files."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.engine import ByLanguage


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tr.toml").write_text('word = "ışık"', encoding="utf-8")
    (tmp_path / "pt-BR.toml").write_text('word = "luz"', encoding="utf-8")
    (tmp_path / "README.md").write_text("no language", encoding="utf-8")
    return tmp_path


def test_values_are_built_from_language_files(folder: Path) -> None:
    words = ByLanguage(folder, lambda table: str(table["word"]).upper())
    assert dict(words) == {"pt-BR": "LUZ", "tr": "IŞIK"}
    assert list(words) == ["pt-BR", "tr"]
    assert len(words) == 2


def test_files_are_read_lazily_and_once(folder: Path) -> None:
    (folder / "de.toml").write_text("this is no TOML", encoding="utf-8")
    made: list[object] = []
    words = ByLanguage(folder, made.append)
    assert [name for name in ("de", "fr", "README") if name in words] == ["de"]
    assert made == []
    for _ in range(2):
        assert words["tr"] is None
    assert made == [{"word": "ışık"}]


def test_unknown_language(folder: Path) -> None:
    with pytest.raises(KeyError, match="fr"):
        ByLanguage(folder, dict)["fr"]
