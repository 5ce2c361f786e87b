"""A scripted clerk: take, put, say."""

from __future__ import annotations

import re

from clemtui.engine import Game, Request, Scripted, Table, View


class Porter:
    """Finds the two boxes in the rules, and what it took in the last message."""

    def respond(self, request: Request, view: View) -> str:
        assert request.form is not None
        orders = view.block("orders")
        assert isinstance(orders, Table)
        source, target = re.findall(r"\b[a-c][0-9]\b", request.messages[0].text)[:2]
        if not orders.rows:
            return request.form.compose({"do": "take", "box": source})
        found = re.search(r"\b[a-z]{2}[0-9]{2}\b", request.messages[-1].text)
        thing = found[0] if found else "nothing"
        if len(orders.rows) == 1:
            return request.form.compose({"do": "put", "box": target, "thing": thing})
        return request.form.compose({"do": "say", "thing": thing})


def scripted_player(game: Game, seat: str, language: str, seed: int) -> Scripted:
    """Return the scripted player of a seat."""
    return Porter()
