"""docs/keys.md lists every binding of the program, with its id and its keys in every preset."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from clemtui.config import load_settings
from clemtui.language import Interface
from clemtui.ui.settings import bindings
from clemtui.ui.shell.keymaps import PRESETS, is_key, keymap, keys_of
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "keys.md"
BEGINNING = "<!-- The tables"
WRITE = bool(os.environ.get("CLEMTUI_WRITE"))
"""Read at import, because tests run without the program's environment variables."""


def tables() -> str:
    """Return one table per part of the program, in the order of the list of keys."""
    lines: list[str] = []
    area = ""
    for known in bindings.known_bindings().values():
        if known.area != area:
            area = known.area
            lines += ["", f"### {bindings.AREAS[area]}", ""]
            lines += ["| id | what it does | default | vim | emacs |", "|---|---|---|---|---|"]
        default = _shown(known.keys)
        others = [
            _shown(keys_of(keymap(preset, {})[known.id]))
            if known.id in PRESETS[preset]
            else default
            for preset in ("vim", "emacs")
        ]
        cells = [
            f"`{known.id}`" + (" ✎" if known.priority else ""),
            known.description,
            default,
            *("" if other == default else other for other in others),
        ]
        lines.append(f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |"))
    return "\n".join(lines) + "\n"


def _shown(keys: tuple[str, ...]) -> str:
    return ", ".join(f"`{key}`" for key in keys)


def test_every_binding_is_documented() -> None:
    text = PAGE.read_text(encoding="utf-8")
    before, comment, _ = text.partition(BEGINNING)
    assert comment
    line = comment + text.partition(BEGINNING)[2].partition("\n")[0] + "\n"
    wanted = before + line + tables()
    if WRITE:
        PAGE.write_text(wanted, encoding="utf-8")
        pytest.skip("written")
    assert text == wanted, "run: CLEMTUI_WRITE=1 pytest tests/docs/test_keys.py"


def test_example_is_valid_configuration(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    file = tmp_path / "clemtui.toml"
    file.write_text(example, encoding="utf-8")
    given = load_settings(file).keymap
    assert given
    for preset in PRESETS:
        assert bindings.keymap_problems(Interface("en"), preset, given) == []


def test_key_names_are_valid() -> None:
    text = PAGE.read_text(encoding="utf-8").partition(BEGINNING)[0]
    (line,) = re.findall(r"- A key is (.*?)\n- ", text, re.DOTALL)
    names = [name for name in re.findall(r"`([^`]+)`", line) if not name.endswith("+")]
    assert len(names) > 8
    for name in names:
        assert is_key(keys_of(name)[0]), name
