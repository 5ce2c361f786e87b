"""docs/languages.md: its commands work in their order, on a new language."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from clemtui.catalogue import Catalogue, Collection
from tests.cli.pack_collections import Packs
from tests.support.calling import call
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "languages.md").read_text("utf-8")
COMMANDS = re.findall(r"^ *(clemtui languages .*)$", PAGE, re.MULTILINE)
SAID = re.findall(r"`(clemtui languages [^`]*)`", PAGE)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packs:
    """A small checkout with taboo's packs and an interface catalogue."""
    packs = Packs(tmp_path / "checkout")
    root = packs.folder
    for language in ("en", "de"):
        shutil.copy(ROOT / "locales" / language / "taboo.toml", root / "locales" / language)
        (root / "locales" / language / "LC_MESSAGES").mkdir()
        (root / "locales" / language / "LC_MESSAGES" / "ui.po").touch()
    (root / "games" / "taboo").mkdir()
    shutil.copy(ROOT / "games" / "taboo" / "game.toml", root / "games" / "taboo")
    shutil.copy(ROOT / "babel.cfg", root)
    (root / "clemtui").mkdir()
    (root / "clemtui" / "screen.py").write_text('ui.text("Play")', "utf-8")
    for module in ("packs.creation", "packs.interface", "language.catalogues"):
        monkeypatch.setattr(f"clemtui.{module}.bundled_collection", lambda: root)
    monkeypatch.chdir(root)
    return packs


def test_the_commands_of_the_page_exist() -> None:
    assert len(COMMANDS) == 9
    assert len(SAID) >= 5
    for command in (*COMMANDS, *SAID):
        assert call(*shlex.split(command)[1:3], "--help").code == 0, command


def test_commands_run_once_the_language_is_started(checkout: Packs) -> None:
    assert call("languages", "new", "es").code == 0
    for command in COMMANDS:
        called = call(*shlex.split(command)[1:])
        assert called.err == "", command
        expected = 1 if command.startswith("clemtui languages check") else 0
        assert called.code == expected, command


def test_completed_pack_becomes_available(packs_of_own: Packs) -> None:
    """Follow the page: new, translate, tick, stamp, check."""
    packs = packs_of_own
    where = ("--collection", str(packs.folder))
    assert call("languages", "new", "es", *where).code == 0
    text = packs.text("es")
    english = text  # a careless translation, with the English words: the program cannot tell
    for comment, name in re.findall(r"((?:^# .*\n|^#\n)+)^(\w+) = \"\"$", english, re.MULTILINE):
        entry = " ".join(line.strip("# ") for line in comment.splitlines())
        entry = entry.removeprefix(f"{name} = ").strip('"')
        text = text.replace(f'{comment}{name} = ""', f'{name} = "{entry}"')
    text = re.sub(r'^    # ("\w+",)$', r"    \1", text, flags=re.MULTILINE)
    text = re.sub(r'^# ("sealed\.[\w.]+" = )', r"\1", text, flags=re.MULTILINE)
    for field in ("translator", "method"):
        text = text.replace(f'{field} = ""', f'{field} = "somebody"')
    text = text.replace('date = ""', 'date = "2026-01-31"')
    text = text.replace('source_version = ""', 'source_version = "1"')
    packs.file("es").write_text(text, "utf-8")
    assert call("languages", "stamp", str(packs.file("es"))).code == 0
    checked = call("languages", "check", "es", "--family", "sealed", *where)
    assert checked.out == "no problems found in 1 pack\n"
    assert sorted(Catalogue([Collection.at(packs.folder)]).packs("sealed")) == ["de", "en", "es"]


@pytest.fixture
def packs_of_own(tmp_path: Path) -> Packs:
    return Packs(tmp_path / "own")
