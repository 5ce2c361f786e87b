"""The page about the interfaces names every interface and aid, and its examples are valid calls."""

from __future__ import annotations

import re
import shlex
from typing import get_args

import pytest

from clemtui.cli.play import play
from clemtui.episode.planning.listing import open_games
from clemtui.records.rows import Interface
from tests.support.paths import ROOT

PAGE = (ROOT / "docs/interfaces.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^clemtui play (.*)$", PAGE, re.MULTILINE)


def test_every_interface_has_a_column() -> None:
    head = next(line for line in PAGE.splitlines() if line.startswith("| | "))
    assert re.findall(r"`(\w+)`", head) == list(get_args(Interface))


def test_every_aid_is_explained() -> None:
    aids = {aid for card in open_games().cards for aid in card.aids}
    assert aids
    assert set(re.findall(r"^\| [A-Z][^|]*\| `(\w+)` \|", PAGE, re.MULTILINE)) == aids


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_are_valid_calls(example: str) -> None:
    context = play.make_context("play", shlex.split(example))
    game = open_games().card(str(context.params["game"]))
    assert set(context.params["aids"] or ()) <= {*game.aids, "none"}
