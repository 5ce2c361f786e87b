"""Moot: three seats, one of them a judge.

Two advocates speak in turn. What they say is passed on to everyone unchanged, so it may be watched
while it is written. Each has its own facts in a brief. At the end the judge decides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from clemtui.engine import (
    MAIN_SCORE,
    OBSERVER,
    REVEAL,
    Block,
    Choice,
    ChoiceField,
    DialogueMaster,
    Experiment,
    Form,
    Game,
    GameMaster,
    Instance,
    Item,
    MarkedList,
    MultiChoice,
    Request,
    Response,
    Scores,
    Secret,
    TextBlock,
    TextField,
    Texts,
    Values,
    Verdict,
    View,
    label,
    read_experiments,
)

ADVOCATES = ("Player 1", "Player 2")
JUDGE = "Player 3"
TRIES = 2


@dataclass(frozen=True, slots=True)
class Ruling:
    """The judge's decision: for whom, on what grounds, and why."""

    winner: str
    grounds: tuple[str, ...]
    reason: str


class MootMaster(DialogueMaster):
    """One trial."""

    def __init__(self, instance: Instance, texts: Texts) -> None:
        super().__init__(instance, texts)
        self.speeches: list[tuple[str, str]] = []
        self.ruling: Ruling | None = None
        self.tries = 0
        self.tell(JUDGE, texts.prompt("judge", topic=instance.data["topic"]))
        self.ask_advocate()

    @property
    def total(self) -> int:
        """The total number of speeches."""
        return len(ADVOCATES) * int(self.instance.parameters["speeches"])

    def ask_advocate(self) -> None:
        """Ask the next advocate for a speech."""
        seat = ADVOCATES[len(self.speeches) % len(ADVOCATES)]
        content = None
        if len(self.speeches) < len(ADVOCATES):
            content = self.texts.prompt(
                "advocate",
                topic=self.instance.data["topic"],
                side=self.texts.options["sides"][ADVOCATES.index(seat)],
                brief="\n".join(f"- {fact}" for fact in self.instance.data["briefs"][seat]),
            )
        form = Form((TextField("speech", label("moot.speech")),), lambda values: values["speech"])
        others = frozenset({*ADVOCATES, JUDGE}) - {seat}
        self.ask(seat, "Advocate", content, form=form, stream_to=others)

    def ask_judge(self, prompt: str) -> None:
        """Ask for the ruling."""
        sides, grounds = self.texts.options["sides"], self.texts.options["grounds"]
        tags = {id: self.texts.tag(id) for id in ("ruling", "grounds", "reason")}
        names = {"sides": ", ".join(sides), "all_grounds": ", ".join(grounds)}
        fields = (
            ChoiceField("winner", label("moot.winner"), tuple(Choice(s, s) for s in sides)),
            MultiChoice("grounds", label("moot.grounds"), tuple(Choice(g, g) for g in grounds), 1),
            TextField("reason", label("moot.reason"), required=False, tag=tags["reason"]),
        )
        content = self.texts.prompt(prompt, **tags, **names)
        self.ask(JUDGE, "Judge", content, form=Form(fields, self.compose_ruling))

    def compose_ruling(self, values: Values) -> str:
        """Return the ruling as the judge would have to write it."""
        parts = {
            "ruling": values["winner"],
            "grounds": ", ".join(values["grounds"]),
            "reason": values["reason"],
        }
        return "\n".join(f"{self.texts.tag(id)} {part}".strip() for id, part in parts.items())

    def on_response(self, request: Request, response: Response) -> None:
        if request.seat == JUDGE:
            self.on_ruling(request, response.text)
            return
        self.judge(request, Verdict("accepted"))
        self.speeches.append((request.seat, response.text))
        for seat in (*ADVOCATES, JUDGE):
            if seat != request.seat:
                self.tell(seat, self.texts.prompt("speech", speech=response.text))
        if len(self.speeches) < self.total:
            self.round = len(self.speeches) // len(ADVOCATES)
            self.ask_advocate()
        else:
            self.ask_judge("decide")

    def on_ruling(self, request: Request, text: str) -> None:
        """Judge the judge: one who does not use the required form is asked once more."""
        self.ruling = self.parse(text)
        if self.ruling is not None:
            said = label("moot.ruled", winner=self.ruling.winner)
            self.judge(request, Verdict("accepted", said), audience=self.everybody)
            self.end()
            return
        self.tries += 1
        if self.tries < TRIES:
            self.judge(request, Verdict("asked again", label("moot.no_ruling")))
            self.ask_judge("again")
        else:
            self.judge(request, Verdict("malformed", label("moot.no_ruling")))
            self.end()

    def parse(self, text: str) -> Ruling | None:
        """Return the ruling in a response, or None if it lacks the required form."""
        tags = [re.escape(self.texts.tag(id)) for id in ("ruling", "grounds", "reason")]
        pattern = r"{} ?([^\n]+)\n{} ?([^\n]+)\n{}(.*)".format(*tags)
        match = re.fullmatch(pattern, text, re.DOTALL)
        if match is None or match[1] not in self.texts.options["sides"]:
            return None
        grounds = tuple(match[2].split(", "))
        known = self.texts.options["grounds"]
        if any(g not in known for g in grounds) or len(set(grounds)) < len(grounds):
            return None
        return Ruling(match[1], grounds, match[3].strip())

    def view(self, watcher: str) -> View:
        sides = self.texts.options["sides"]
        blocks: list[Block] = [TextBlock("topic", self.instance.data["topic"])]
        owners = ADVOCATES if watcher in (OBSERVER, REVEAL) else (watcher,)
        for seat in (seat for seat in owners if seat in ADVOCATES):
            facts = tuple(
                Item(str(index), fact)
                for index, fact in enumerate(self.instance.data["briefs"][seat])
            )
            title = label("moot.brief", side=sides[ADVOCATES.index(seat)])
            blocks.append(MarkedList(f"brief_{seat}", facts, title=title))
        said = tuple(
            Item(str(index), text, mark=label("moot.by", side=sides[ADVOCATES.index(seat)]))
            for index, (seat, text) in enumerate(self.speeches)
        )
        blocks.append(MarkedList("speeches", said, title=label("moot.speeches")))
        return View(tuple(blocks))


class Moot(Game):
    """The game."""

    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        needs = {"topic": str, "briefs": dict, "speeches": int}
        return read_experiments(self.card.id, document, source, needs)

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return MootMaster(instance, texts)

    def score(self, master: GameMaster) -> Scores:
        """Score an episode: the judge succeeds by deciding for the side with more facts in its
        brief."""
        assert isinstance(master, MootMaster)
        if master.ruling is None or master.control is not None:
            return Scores(1, 0, 0, {MAIN_SCORE: None})
        briefs: Mapping[str, list[str]] = master.instance.data["briefs"]
        winner = ADVOCATES[master.texts.options["sides"].index(master.ruling.winner)]
        right = len(briefs[winner]) == max(map(len, briefs.values()))
        return Scores(
            aborted=0,
            success=1 if right else 0,
            lose=0 if right else 1,
            episode={MAIN_SCORE: 100 if right else 0},
            seats={seat: {"Won": int(seat == winner)} for seat in ADVOCATES},
        )

    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        return tuple(
            Secret(fact, frozenset({seat}))
            for seat, facts in instance.data["briefs"].items()
            for fact in facts
        )

    def swapped(self, instance: Instance, seat: str) -> Instance:
        briefs = {
            owner: facts if owner == seat else [f"{fact}, or so" for fact in facts] + ["more"]
            for owner, facts in instance.data["briefs"].items()
        }
        return replace(instance, data={**instance.data, "briefs": briefs})
