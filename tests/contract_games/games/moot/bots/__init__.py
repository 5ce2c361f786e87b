"""Scripted advocates and a scripted judge."""

from __future__ import annotations

from clemtui.engine import ChoiceField, Game, MarkedList, MultiChoice, Request, Scripted, View

from ..game import JUDGE


class Advocate:
    """Reads its brief aloud."""

    def respond(self, request: Request, view: View) -> str:
        brief = view.block(f"brief_{request.seat}")
        assert isinstance(brief, MarkedList)
        assert request.form is not None
        return request.form.compose({"speech": "\n".join(item.text for item in brief.items)})


class Judge:
    """Decides for the side that said more lines."""

    def respond(self, request: Request, view: View) -> str:
        assert request.form is not None
        winner, grounds, _ = request.form.fields
        assert isinstance(winner, ChoiceField)
        assert isinstance(grounds, MultiChoice)
        speeches = view.block("speeches")
        assert isinstance(speeches, MarkedList)
        lines = [0] * len(winner.options)
        for index, speech in enumerate(speeches.items):
            lines[index % len(lines)] += len(speech.text.splitlines())
        return request.form.compose(
            {
                "winner": winner.options[lines.index(max(lines))].value,
                "grounds": [grounds.options[0].value],
                "reason": " / ".join(map(str, lines)),
            }
        )


def scripted_player(game: Game, seat: str, language: str, seed: int) -> Scripted:
    """Return the scripted player of a seat."""
    return Judge() if seat == JUDGE else Advocate()
