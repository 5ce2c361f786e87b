"""The scripted answerer: tells what is asked, and knows what it told from the dialogue alone."""

from __future__ import annotations

from clemtui.engine import Card, ChoiceField, Request, Scripted, View, nearest

from .board import SHEET
from .cues import LANGUAGES, topic
from .master import ANSWERER

_CAPITALS = {("tr", "i"): "İ"}
"""Capitals by language and letter, where they are not Python's."""


class Answerer:
    """Reads the sheet in its view, the question, and its own earlier turns."""

    def __init__(self, language: str) -> None:
        self._language = language

    def respond(self, request: Request, view: View) -> str:
        if request.form is None:
            raise LookupError("the request has no form")
        sheet = _sheet(view)
        asked = sheet[topic(request.messages[-1].text, sheet, self._language)]
        field = request.form.fields[0]
        if not isinstance(field, ChoiceField):
            first = _CAPITALS.get((self._language, asked[:1]), asked[:1].upper())
            return request.form.compose({field.id: f"{first}{asked[1:]}."})
        yes, no = (option.value for option in field.options)
        return request.form.compose({field.id: yes if _told(request, asked) else no})


def scripted_answerer(seat: str, language: str) -> Scripted:
    """The scripted player of a seat.

    Raises:
        LookupError: if there is none for the seat or the language.
    """
    if seat != ANSWERER:
        raise LookupError(f"there is no scripted player for the seat {seat!r}")
    language = nearest(language, LANGUAGES)
    if language not in LANGUAGES:
        raise LookupError(f"there is no scripted player for the language {language!r}")
    return Answerer(language)


def _sheet(view: View) -> dict[str, str]:
    """The values on the sheet by the names of their lines."""
    sheet = view.block(SHEET)
    assert isinstance(sheet, Card)
    return {str(row.name.values["name"]): str(row.value) for row in sheet.rows}


def _told(request: Request, value: str) -> bool:
    """Whether an earlier turn of the seat itself mentions a value."""
    said = (message.text for message in request.messages if message.role == "assistant")
    return any(_folded(value) in _folded(text) for text in said)


def _folded(text: str) -> str:
    """Without capitals; folding the Turkish İ alone would leave its dot behind as a mark."""
    return text.replace("İ", "i").casefold()
