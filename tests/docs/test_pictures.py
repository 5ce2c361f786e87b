"""The pictures of the documentation are made by tools/pictures, up to date, and shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tools.animation import ANIMATION, as_svg, record
from tools.pictures import FOLDER, PICTURES, Picture

SNAPSHOTS = ROOT / "tests" / "ui" / "snapshots" / "__snapshots__"
PAGES = (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
FOREIGN = r"@font-face|@import|<image|<script|href=|url\((?!#)"
"""What a picture must not contain: anything that loads or runs something."""
SHOWN = re.compile(r"!\[([^]]*)\]\(([^)\s]+)\)")


def shown() -> dict[Path, str]:
    """Return the pictures that pages show, with their alternative texts."""
    return {
        (page.parent / target).resolve(): words
        for page in PAGES
        for words, target in SHOWN.findall(page.read_text(encoding="utf-8"))
    }


def test_only_listed_pictures_exist() -> None:
    assert {path.name for path in FOLDER.glob("*.svg")} == {f"{each.name}.svg" for each in PICTURES}


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_picture_equals_its_snapshot(picture: Picture) -> None:
    """It equals the snapshot of its scene, which other tests compare with the program."""
    columns, rows = picture.size
    look = picture.theme.removeprefix("clemtui-")
    end = f"[{picture.scene}-{columns}x{rows}-{look}].svg"
    (kept,) = (path for path in SNAPSHOTS.glob("*/*.svg") if path.name.endswith(end))
    drawn = (FOLDER / f"{picture.name}.svg").read_text(encoding="utf-8")
    assert drawn == kept.read_text(encoding="utf-8"), "run: python -m tools.pictures"


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_picture_has_alternative_text_and_loads_nothing(picture: Picture) -> None:
    path = FOLDER / f"{picture.name}.svg"
    assert shown()[path], "some hear the page read, and some have no pictures"
    svg = path.read_text(encoding="utf-8")
    assert not re.search(FOREIGN, svg)


def test_shown_pictures_exist() -> None:
    assert {path for path in shown() if not path.exists()} == set()


def test_animation_is_up_to_date() -> None:
    film = ANIMATION.read_text(encoding="utf-8")
    assert film == as_svg(record()), "run: python -m tools.animation"
    assert shown()[ANIMATION]
    assert not re.search(FOREIGN, film)
