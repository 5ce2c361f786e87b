"""A scripted bidder that offers a fixed share of a lot's worth."""

from __future__ import annotations

from clemtui.engine import Card, Game, NumberField, Request, Scripted, Table, View


class Cautious:
    """Bids four fifths of the worth, limited by the purse."""

    def respond(self, request: Request, view: View) -> str:
        assert request.form is not None
        lots = view.block("lots")
        assert isinstance(lots, Table)
        card = view.block(f"cards_{request.seat}")
        assert isinstance(card, Card)
        values = view.value(card.id, "values")
        assert isinstance(values, tuple)
        bid = request.form.fields[0]
        assert isinstance(bid, NumberField)
        return request.form.compose({"bid": min(int(values[len(lots.rows)]) * 4 // 5, bid.maximum)})


def scripted_player(game: Game, seat: str, language: str, seed: int) -> Scripted:
    """Return the scripted player of a seat."""
    return Cautious()
