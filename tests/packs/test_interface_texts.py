"""What the bundled packs tell people."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PACKS = sorted((ROOT / "locales").glob("*/*.toml"))
QUOTED = re.compile(r"[“«„「]\s?\$\{tag\}\s?[”»“」]")


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: f"{pack.parent.name}-{pack.stem}")
def test_a_tag_in_a_sentence_is_in_quotation_marks(pack: Path) -> None:
    """A tag ends with a colon, which would else seem to introduce what follows it."""
    texts = tomllib.loads(pack.read_text("utf-8")).get("interface", {})
    for key, text in texts.items():
        assert text.count("${tag}") == len(QUOTED.findall(text)), key
