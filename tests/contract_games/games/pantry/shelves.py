"""The service of the game: shelves with boxes, which keep what is put into them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from clemtui.engine import Part, Request, Response, Text


class Shelves:
    """Takes things out of boxes and puts them in. Effects last, so the order of requests matters.

    A request is a JSON object with ``do`` (``take`` or ``put``), ``box`` and ``thing``; the answer
    is one with ``ok`` and ``thing``.
    """

    def __init__(self, boxes: Mapping[str, str]) -> None:
        self.boxes = dict(boxes)

    async def respond(self, request: Request) -> tuple[Part, ...]:
        return (Text(json.dumps(self.work(request))),)

    def restore(self, exchanges: Sequence[tuple[Request, Response]]) -> None:
        for request, _ in exchanges:
            self.work(request)

    def work(self, request: Request) -> dict[str, object]:
        """Carry out a request."""
        order = json.loads(request.messages[-1].text)
        box, thing = order["box"], order["thing"]
        if order["do"] == "take" and self.boxes.get(box):
            taken, self.boxes[box] = self.boxes[box], ""
            return {"ok": True, "thing": taken}
        if order["do"] == "put" and self.boxes.get(box) == "":
            self.boxes[box] = thing
            return {"ok": True, "thing": thing}
        return {"ok": False, "thing": ""}
