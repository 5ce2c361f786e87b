"""The scripted answerer: answers questions and infers from the dialogue what it has said."""

from __future__ import annotations

from clemtui.engine import Card, ChoiceField, Game, Request, Scripted, View, nearest
from clemtui.gamekit.inflection import mentions

from ..board import SHEET
from ..master import ANSWERER
from .cues import CUES


class Answerer:
    """A player that reads the sheet, the question and its own earlier turns."""

    def __init__(self, language: str) -> None:
        self._cues = CUES[language]

    def respond(self, request: Request, view: View) -> str:
        if request.form is None:
            raise LookupError("the request has no form")
        sheet = _sheet(view)
        asked = sheet[self._cues.topic(request.messages[-1].text, sheet)]
        field = request.form.fields[0]
        if not isinstance(field, ChoiceField):
            first = self._cues.policy.upper(asked[:1])
            return request.form.compose({field.id: f"{first}{asked[1:]}."})
        yes, no = (option.value for option in field.options)
        return request.form.compose({field.id: yes if self._has_mentioned(request, asked) else no})

    def _has_mentioned(self, request: Request, value: str) -> bool:
        """Return whether an earlier turn of the seat mentions a value."""
        said = (message.text for message in request.messages if message.role == "assistant")
        return any(mentions(self._cues.policy, text, value) for text in said)


def scripted_player(game: Game, seat: str, language: str, seed: int) -> Scripted:
    """Return the scripted player of a seat.

    Raises:
        LookupError: if the seat or the language has none.
    """
    if seat != ANSWERER:
        raise LookupError(f"no scripted player for the seat {seat!r}")
    language = nearest(language, CUES)
    if language not in CUES:
        raise LookupError(f"no scripted player for the language {language!r}")
    return Answerer(language)


def _sheet(view: View) -> dict[str, str]:
    """Return the values on the sheet by the names of their lines."""
    sheet = view.block(SHEET)
    assert isinstance(sheet, Card)
    return {str(row.name.values["name"]): str(row.value) for row in sheet.rows}
