"""The tables of `docs/keys.md`: every binding, with its id and its keys in every preset."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from clemtui.ui.settings import bindings
from clemtui.ui.shell.keymaps import PRESETS, keymap, keys_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "keys.md"
MARK = "<!-- Generated from here on by `python -m tools.pages`; change the bindings. -->\n"


def page() -> str:
    """Return the whole page: the handwritten part above the mark, and the generated part below.

    Raises:
        ValueError: if the mark is missing.
    """
    head, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    if not mark:
        raise ValueError(f"{PAGE.name} has lost the line {MARK.strip()}")
    return head + MARK + "\n".join(_tables()) + "\n"


def _tables() -> Iterator[str]:
    """Yield one table per part of the program, in the order of the list of keys."""
    area = ""
    for known in bindings.known_bindings().values():
        if known.area != area:
            area = known.area
            yield from ("", f"### {bindings.AREAS[area]}", "")
            yield from ("| id | what it does | default | vim | emacs |", "|---|---|---|---|---|")
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
        yield f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |")


def _shown(keys: tuple[str, ...]) -> str:
    return ", ".join(f"`{key}`" for key in keys)
