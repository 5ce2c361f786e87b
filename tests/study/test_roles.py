"""Seats of a frozen study are called by the roles of its protocol."""

from __future__ import annotations

from clemtui.catalogue import open_catalogue
from clemtui.study.checking import check_study
from clemtui.study.freezing import freeze
from clemtui.study.manifest import named_cells, read_manifest
from clemtui.study.protocol.folder import open_study
from clemtui.study.tasks import Cell
from tests.support.paths import ROOT


def test_every_seat_of_an_example_has_the_role_that_its_game_gives_it() -> None:
    catalogue = open_catalogue()
    folder = ROOT / "sessions" / "studies" / "english-baseline"
    manifest = read_manifest(
        freeze(catalogue, check_study(catalogue, open_study(folder), None)).manifest
    )
    found = {(each.game, cell.seat): cell.called for each in manifest.games for cell in each.cells}
    assert found == {
        (card.id, seat.name): seat.role
        for card in catalogue.cards
        for seat in card.seats
        if (card.id, seat.name) in found
    }
    assert len(found) == 11


def test_a_role_makes_no_difference_to_which_cell_it_is() -> None:
    assert Cell("A", "en", "Ay") == Cell("A", "en")
    assert {Cell("A", "en", "Ay"): 1}[Cell("A", "en")] == 1


def test_seats_are_in_the_order_of_the_protocol_in_a_language_that_has_all() -> None:
    cells = [Cell("B", "tr"), Cell("A", "en"), Cell("B", "en")]
    named = named_cells(cells, ("Ay", "Bee"))
    assert [each.called for each in named] == ["Bee", "Ay", "Bee"]


def test_where_no_language_has_all_seats_no_name_is_guessed() -> None:
    cells = [Cell("B", "tr"), Cell("A", "en")]
    assert [each.called for each in named_cells(cells, ("Ay", "Bee"))] == ["B", "A"]
