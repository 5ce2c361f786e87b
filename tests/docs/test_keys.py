"""docs/keys.md lists every binding of the program, with its id and its keys in every preset."""

from __future__ import annotations

import re
from pathlib import Path

from clemtui.config import load_settings
from clemtui.language import Interface
from clemtui.ui.settings import bindings
from clemtui.ui.shell.keymaps import PRESETS, is_key, keys_of
from tools.pages.keys import MARK, PAGE, page


def test_every_binding_is_documented() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tools.pages"


def test_example_is_valid_configuration(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    file = tmp_path / "clemtui.toml"
    file.write_text(example, encoding="utf-8")
    given = load_settings(file).keymap
    assert given
    for preset in PRESETS:
        assert bindings.keymap_problems(Interface("en"), preset, given) == []


def test_key_names_are_valid() -> None:
    text = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    (line,) = re.findall(r"- A key is (.*?)\n- ", text, re.DOTALL)
    names = [name for name in re.findall(r"`([^`]+)`", line) if not name.endswith("+")]
    assert len(names) > 8
    for name in names:
        assert is_key(keys_of(name)[0]), name
