"""Pantry: a tool with effects, in a separate seat that the rules ask like any other.

A clerk has to move the content of one box into another and say what it is. The shelves are a
service: their answers are recorded, and replaying an episode never opens a box again. A model may
answer with tool calls, anyone with a line of text; both mean the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from clemtui.engine import (
    MAIN_SCORE,
    OBSERVER,
    REVEAL,
    Block,
    Branch,
    Choice,
    ChoiceField,
    Dependent,
    DialogueMaster,
    Experiment,
    Form,
    Game,
    GameMaster,
    Instance,
    Label,
    Message,
    Request,
    Response,
    Scores,
    Secret,
    Service,
    Table,
    Texts,
    Tool,
    ToolCall,
    ToolResult,
    Values,
    Verdict,
    View,
    WordField,
    label,
    read_experiments,
    user,
)

from .shelves import Shelves

CLERK = "Player 1"
SHELVES = "Shelves"
_WORD = {"type": "string", "pattern": "^[a-z0-9]+$"}
TOOLS = {"take": ("box",), "put": ("box", "thing"), "say": ("thing",)}


@dataclass(frozen=True, slots=True)
class Order:
    """One thing to do; ``call`` is the id of the tool call that requested it, if any."""

    do: str
    box: str = ""
    thing: str = ""
    call: str | None = None


class PantryMaster(DialogueMaster):
    """One errand."""

    def __init__(self, instance: Instance, texts: Texts) -> None:
        super().__init__(instance, texts)
        self.orders: list[tuple[Order, bool]] = []
        self.order: Order | None = None
        self.refused: list[str] = []
        self.moved = ""
        self.said: str | None = None
        self.aborted = False
        tags = {id: texts.tag(id) for id in TOOLS}
        boxes = {"source": instance.data["from"], "target": instance.data["to"]}
        self.ask_clerk(user(texts.prompt("rules", **boxes, **tags)))

    def ask_clerk(self, content: Message) -> None:
        """Ask the clerk what to do."""
        words = {
            "box": WordField("box", label("pantry.box"), length=2, alphabet="abc0123456789"),
            "thing": WordField("thing", label("pantry.thing")),
        }
        options = tuple(Choice(do, label(f"pantry.{do}")) for do in TOOLS)
        branches = tuple(
            Branch(do, label(f"pantry.{do}"), tuple(words[id] for id in needs))
            for do, needs in TOOLS.items()
        )
        fields = (
            ChoiceField("do", label("pantry.do"), options),
            Dependent("what", label("pantry.what"), "do", branches),
        )
        tools = tuple(
            Tool(
                do,
                self.texts.prompt(f"tool_{do}"),
                {
                    "type": "object",
                    "properties": dict.fromkeys(needs, _WORD),
                    "required": list(needs),
                },
            )
            for do, needs in TOOLS.items()
        )
        self.ask(CLERK, "Clerk", content, form=Form(fields, self.compose), tools=tools)

    def compose(self, values: Values) -> str:
        """Return the order as a line of text."""
        needs = TOOLS[values["do"]]
        return " ".join((self.texts.tag(values["do"]), *(values[id] for id in needs)))

    def on_response(self, request: Request, response: Response) -> None:
        if request.seat == SHELVES:
            self.on_answer(request, response.text)
            return
        order = self.parse(response)
        if order is None:
            self.judge(request, Verdict("malformed", label("pantry.no_order")))
            self.aborted = True
            self.end()
        elif order.do == "say":
            self.said = order.thing
            self.judge(request, Verdict("accepted", label("pantry.said", thing=order.thing)))
            self.end()
        else:
            self.judge(request, Verdict("accepted"))
            self.order = order
            content = json.dumps({"do": order.do, "box": order.box, "thing": order.thing})
            self.ask(SHELVES, SHELVES, content, purpose="service")

    def parse(self, response: Response) -> Order | None:
        """Return what a response orders: its first tool call, or its text; None if neither is
        valid."""
        calls = [part for part in response.parts if isinstance(part, ToolCall)]
        if calls:
            first, *others = calls
            self.refused = [call.id for call in others]
            return _order(first.name, first.arguments, first.id)
        self.refused = []
        for do, needs in TOOLS.items():
            words = r" ([^\s]+)" * len(needs)
            match = re.fullmatch(re.escape(self.texts.tag(do)) + words, response.text)
            if match:
                return _order(do, dict(zip(needs, match.groups(), strict=True)), None)
        return None

    def on_answer(self, request: Request, text: str) -> None:
        """Pass on the shelves' answer in the form in which the clerk asked."""
        assert self.order is not None
        done, thing = _answer(text)
        self.judge(request, Verdict("accepted"))
        self.orders.append((self.order, done))
        if done and self.order.do == "put" and self.order.box == self.instance.data["to"]:
            self.moved = self.order.thing
        self.log("order", {"do": self.order.do, "box": self.order.box, "done": done})
        self.round += 1
        news = self.texts.prompt("done", thing=thing) if done else self.texts.prompt("failed")
        content = self.result(news, done)
        if len(self.orders) < self.instance.parameters["steps"]:
            self.ask_clerk(content)
        else:
            self.tell(CLERK, content)
            self.end()

    def result(self, news: str, done: bool) -> Message:
        """Return the news as a tool's result if a tool was called, or else as a message.

        All other calls in the same response are rejected: each call needs a result.
        """
        assert self.order is not None
        if self.order.call is None:
            return user(news)
        others = tuple(
            ToolResult(id, self.texts.prompt("one_call"), failed=True) for id in self.refused
        )
        return Message("tool", (ToolResult(self.order.call, news, failed=not done), *others))

    def view(self, watcher: str) -> View:
        rows = tuple(
            (order.do, order.box, order.thing, "+" if done else "-") for order, done in self.orders
        )
        heads: tuple[Label, ...] = tuple(
            label(f"pantry.head_{head}") for head in ("do", "box", "thing", "done")
        )
        blocks: list[Block] = [Table("orders", heads, rows, title=label("pantry.orders"))]
        if watcher in (OBSERVER, REVEAL):
            boxes = tuple(self.instance.data["boxes"].items())
            heads = (label("pantry.head_box"), label("pantry.head_thing"))
            blocks.append(Table("boxes", heads, boxes, title=label("pantry.boxes")))
        return View(tuple(blocks))


def _order(do: str, arguments: Mapping[str, Any], call: str | None) -> Order | None:
    needs = TOOLS.get(do)
    words = dict(arguments)
    if needs is None or set(words) != set(needs):
        return None
    if not all(isinstance(word, str) and word for word in words.values()):
        return None
    return Order(do, call=call, **words)


def _answer(text: str) -> tuple[bool, str]:
    """Parse the shelves' answer; one that is not valid means that nothing was done."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return False, ""
    if not isinstance(answer, dict) or answer.get("ok") is not True:
        return False, ""
    return True, str(answer.get("thing", ""))


class Pantry(Game):
    """The game."""

    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        needs = {"boxes": dict, "from": str, "to": str, "steps": int}
        return read_experiments(self.card.id, document, source, needs)

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return PantryMaster(instance, texts)

    def score(self, master: GameMaster) -> Scores:
        """Score an episode: half of the main score is for the right thing in the right box, half
        for its name."""
        assert isinstance(master, PantryMaster)
        if master.aborted or master.control is not None:
            return Scores(1, 0, 0, {MAIN_SCORE: None})
        data = master.instance.data
        thing = data["boxes"][data["from"]]
        main = 50 * (master.moved == thing) + 50 * (master.said == thing)
        success = main == 100
        return Scores(0, 1 if success else 0, 0 if success else 1, {MAIN_SCORE: main})

    def service(self, seat: str, instance: Instance) -> Service:
        if seat != SHELVES:
            raise LookupError(f"{self.card.id} has no service for {seat!r}")
        return Shelves(instance.data["boxes"])

    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        things = (thing for thing in instance.data["boxes"].values() if thing)
        return tuple(Secret(thing, frozenset({SHELVES})) for thing in things)

    def swapped(self, instance: Instance, seat: str) -> Instance:
        if seat == SHELVES:
            return instance
        boxes = {box: thing and thing[::-1] for box, thing in instance.data["boxes"].items()}
        return replace(instance, data={**instance.data, "boxes": boxes})
