"""All events of a side question are marked as such: question, response and verdict."""

from __future__ import annotations

from clemtui.engine import (
    DialogueMaster,
    Instance,
    Request,
    Response,
    Texts,
    Verdict,
    View,
)


class Asking(DialogueMaster):
    """Asks one side question, then one in the dialogue."""

    def __init__(self) -> None:
        super().__init__(Instance("game", "a", 0, {}), Texts("en", {}))
        self.ask("Player 1", "Role", "between us?", thread="aside", purpose="side question")

    def on_response(self, request: Request, response: Response) -> None:
        self.judge(request, Verdict("accepted"))
        if request.purpose == "side question":
            self.ask("Player 1", "Role", "aloud?")

    def view(self, watcher: str) -> View:
        return View()


def test_side_question_events_are_marked() -> None:
    master = Asking()
    master.submit(Response.of(1, "yes"))
    master.submit(Response.of(2, "no"))
    sides = [(event.kind, event.side) for event in master.events]
    kinds = ("send message", "get message", "verdict")
    aside = [("send message", True), ("get message", True), ("verdict", True)]
    assert sides == [*aside, *((kind, False) for kind in kinds)]
