"""A scripted player that plays otherwise is another player, so it has a new version."""

from __future__ import annotations

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import Request, Scripted, View
from clemtui.kit.collection import subjects
from clemtui.kit.scripts import pinned_scripts, script_hash

GAMES = [card.id for card in open_catalogue().cards]


@pytest.mark.parametrize("game", GAMES)
def test_the_current_version_plays_as_pinned(game: str) -> None:
    """If this fails: set a new `script` in game.toml, then `python tools/pin_scripts.py`."""
    catalogue = open_catalogue()
    card = catalogue.card(game)
    pinned = pinned_scripts(catalogue.family(game).folder)[game]
    assert pinned[card.script] == script_hash(subjects(catalogue, game))


def test_a_changed_answer_changes_the_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    found = subjects(open_catalogue(), "taboo")
    subject = next(each for each in found if each.texts.language == "en")
    before = script_hash([subject])
    scripted = type(subject.game).scripted

    class Louder:
        def __init__(self, player: Scripted) -> None:
            self._player = player

        def respond(self, request: Request, view: View) -> str:
            return self._player.respond(request, view).upper()

    monkeypatch.setattr(type(subject.game), "scripted", lambda *given: Louder(scripted(*given)))
    assert script_hash([subject]) != before
