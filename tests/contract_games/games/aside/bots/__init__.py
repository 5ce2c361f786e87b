"""A scripted clerk: answers what is asked, and infers what it told from the dialogue alone."""

from __future__ import annotations

from clemtui.engine import Card, ChoiceField, Game, Request, Scripted, View

from ..game import CLERK


class Clerk:
    """The visitor asks in the order of the sheet, so counting replies is enough."""

    def respond(self, request: Request, view: View) -> str:
        sheet = view.block("sheet")
        assert isinstance(sheet, Card)
        assert request.form is not None
        promise_and_replies = sum(1 for m in request.messages if m.role == "assistant")
        told = promise_and_replies - 1
        field = request.form.fields[0]
        if isinstance(field, ChoiceField):
            yes, no = (option.value for option in field.options)
            known = _position(request) < told
            return request.form.compose({"answer": yes if known else no})
        return request.form.compose({"reply": f"{sheet.rows[told].value}."})


def _position(request: Request) -> int:
    """Return the index of the sheet's line that a side question is about."""
    facts = [line.split(": ")[0] for line in request.messages[0].text.splitlines() if ": " in line]
    question = request.messages[-1].text
    return next(index for index, fact in enumerate(facts) if fact in question)


def scripted_player(game: Game, seat: str, language: str, seed: int) -> Scripted:
    """Return the scripted player of a seat.

    Raises:
        LookupError: if there is none for the seat.
    """
    if seat != CLERK:
        raise LookupError(f"{game.card.id} has no scripted player for {seat!r}")
    return Clerk()
