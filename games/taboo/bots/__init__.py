"""The scripted players of taboo, which read their seat's board and answer through its form."""

from __future__ import annotations

from clemtui.engine import Game, Label, MarkedList, Request, Scripted, View, nearest

from ..generate import LANGUAGES
from ..master import DESCRIBER, GUESSER
from .describer import Describer
from .guesser import Guesser


class ScriptedDescriber:
    """A scripted player in the describer's seat."""

    def __init__(self, language: str, seed: int) -> None:
        self._describer = Describer(language, seed)

    def respond(self, request: Request, view: View) -> str:
        target, forbidden = view.value("task", "target"), view.value("task", "related")
        related = [str(word) for word in forbidden] if isinstance(forbidden, tuple) else []
        clues, guesses = _clues_and_guesses(view)
        progress = view.value("progress", "try")
        assert isinstance(progress, Label)
        tries = int(progress.values["all"])
        clue = self._describer.clue(str(target), related, tries, clues, guesses)
        return _compose_reply(request, {"clue": clue})


class ScriptedGuesser:
    """A scripted player in the guesser's seat."""

    def __init__(self, language: str, seed: int) -> None:
        self._guesser = Guesser(language, seed)

    def respond(self, request: Request, view: View) -> str:
        clues, guesses = _clues_and_guesses(view)
        return _compose_reply(request, {"guess": self._guesser.guess(clues, guesses)})


def scripted_player(game: Game, seat: str, language: str, seed: int) -> Scripted:
    """Return the scripted player of a seat.

    Raises:
        LookupError: if there is none for the seat or the language.
    """
    language = nearest(language, LANGUAGES)
    try:
        if seat == DESCRIBER:
            return ScriptedDescriber(language, seed)
        if seat == GUESSER:
            return ScriptedGuesser(language, seed)
    except (ValueError, FileNotFoundError):
        raise LookupError(f"no scripted player for the language {language!r}") from None
    raise LookupError(f"no scripted player for the seat {seat!r}")


def _clues_and_guesses(view: View) -> tuple[list[str], list[str]]:
    past = view.block("past")
    items = past.items if isinstance(past, MarkedList) else ()
    clues = [item.text for item in items if item.id.startswith("clue")]
    return clues, [item.text for item in items if item.id.startswith("guess")]


def _compose_reply(request: Request, values: dict[str, str]) -> str:
    if request.form is None:
        raise LookupError("the request has no form")
    return request.form.compose(values)
