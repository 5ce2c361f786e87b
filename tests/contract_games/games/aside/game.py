"""Aside: side questions outside the dialogue, and a turn that no one spoke.

A clerk of a lost-property office answers a visitor's questions. Before the first and after every
answer, the game master asks a side question per fact: whether the visitor knows it by now. Side
questions never enter the dialogue; the dialogue itself starts with a promise attributed to the
clerk.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clemtui.engine import (
    MAIN_SCORE,
    OBSERVER,
    REVEAL,
    Block,
    Card,
    Choice,
    ChoiceField,
    DialogueMaster,
    Experiment,
    Form,
    Game,
    GameMaster,
    Hint,
    Instance,
    LineField,
    Request,
    Response,
    Row,
    Scores,
    Secret,
    TextBlock,
    Texts,
    Values,
    Verdict,
    View,
    assistant,
    label,
    read_experiments,
    user,
)

CLERK = "Player 1"


class AsideMaster(DialogueMaster):
    """One visit."""

    def __init__(self, instance: Instance, texts: Texts) -> None:
        super().__init__(instance, texts)
        self.facts: Mapping[str, str] = instance.data["facts"]
        self.order: list[str] = list(instance.data["order"])
        self.known: set[str] = set()
        self.asked_aside = 0
        self.tries = 0
        self.right: list[bool] = []
        self.aborted = False
        sheet = "\n".join(f"{texts.prompt(f'fact_{id}')}: {self.facts[id]}" for id in self.order)
        rules = texts.prompt(
            "rules", sheet=sheet, reply=texts.tag("reply"), aside=texts.tag("aside")
        )
        self.history(CLERK).extend([user(rules), assistant(texts.prompt("promise"))])
        self.ask_aside()

    def ask_aside(self, hint: str = "") -> None:
        """Ask the next side question, in a fresh copy of the dialogue."""
        yes, no = self.texts.options["answers"]
        fact = self.texts.prompt(f"fact_{self.order[self.asked_aside]}")
        question = self.texts.prompt(
            "aside", hint=hint, fact=fact, yes=yes, no=no, aside=self.texts.tag("aside")
        )
        self.fork(CLERK, "aside")
        options = (Choice(yes, label("aside.yes")), Choice(no, label("aside.no")))
        self.ask(
            CLERK,
            "Clerk",
            question,
            thread="aside",
            purpose="side question",
            form=Form(
                (ChoiceField("answer", label("aside.answer"), options),),
                lambda values: f"{self.texts.tag('aside')} {values['answer']}",
            ),
        )

    def ask_visitor(self) -> None:
        """Have the visitor ask for the next fact."""
        fact = self.texts.prompt(f"fact_{self.order[self.round]}")
        self.ask(
            CLERK,
            "Clerk",
            self.texts.prompt("question", fact=fact),
            form=Form(
                (
                    LineField(
                        "reply", label("aside.reply"), max_length=200, tag=self.texts.tag("reply")
                    ),
                ),
                lambda values: f"{self.texts.tag('reply')} {values['reply']}",
                self.told_too_much,
            ),
        )

    def told_too_much(self, values: Values, view: View) -> tuple[Hint, ...]:
        """Warn of facts in a reply that the visitor has not asked for yet."""
        later = self.order[self.round + 1 :]
        told = [id for id in later if self.facts[id].lower() in str(values["reply"]).lower()]
        return tuple(
            Hint(label("aside.unasked", fact=self.facts[id]), aid="sheet_check", field="reply")
            for id in told
        )

    def on_response(self, request: Request, response: Response) -> None:
        if request.purpose == "side question":
            self.on_aside(request, response.text)
        else:
            self.on_reply(request, response.text)

    def on_aside(self, request: Request, text: str) -> None:
        """Judge an answer to a side question; ask the next one, or continue the dialogue."""
        tag = self.texts.tag("aside")
        answers = self.texts.options["answers"]
        said = self.texts.policy.lower(text.removeprefix(tag).strip())
        if not text.startswith(tag) or said not in answers:
            self.tries += 1
            if self.tries < self.instance.parameters["tries"]:
                self.judge(request, Verdict("asked again", label("aside.yes_or_no")))
                self.ask_aside(hint=self.texts.prompt("hint"))
            else:
                self.abort(request, "aside.yes_or_no")
            return
        self.tries = 0
        self.judge(request, Verdict("accepted"))
        truth = self.order[self.asked_aside] in self.known
        self.right.append((said == answers[0]) == truth)
        self.log("aside", {"fact": self.order[self.asked_aside], "right": self.right[-1]})
        self.asked_aside += 1
        if self.asked_aside < len(self.order):
            self.ask_aside()
        elif self.round < len(self.order):
            self.ask_visitor()
        else:
            self.end()

    def on_reply(self, request: Request, text: str) -> None:
        """Judge a reply to the visitor: every fact in it is known from now on."""
        if not text.startswith(self.texts.tag("reply")) or "\n" in text:
            self.abort(request, "aside.one_line")
            return
        self.known |= {id for id, value in self.facts.items() if value.lower() in text.lower()}
        self.judge(request, Verdict("accepted"))
        self.round += 1
        self.asked_aside = 0
        self.ask_aside()

    def abort(self, request: Request, reason: str) -> None:
        """End the episode because of a response's form."""
        self.judge(request, Verdict("malformed", label(reason)))
        self.aborted = True
        self.end()

    def view(self, watcher: str) -> View:
        rows = tuple(Row(id, label(f"aside.fact_{id}"), self.facts[id]) for id in self.order)
        blocks: list[Block] = [
            Card("sheet", rows, title=label("aside.sheet")),
            TextBlock("progress", label("aside.progress", done=self.round, all=len(self.order))),
        ]
        if watcher in (OBSERVER, REVEAL):
            known = ", ".join(id for id in self.order if id in self.known)
            blocks.append(TextBlock("known", known, title=label("aside.known")))
        return View(tuple(blocks))


class Aside(Game):
    """The game."""

    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        needs = {"facts": dict, "order": list, "tries": int}
        return read_experiments(self.card.id, document, source, needs)

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return AsideMaster(instance, texts)

    def score(self, master: GameMaster) -> Scores:
        """Score an episode: the main score is the percentage of correct answers to side
        questions."""
        assert isinstance(master, AsideMaster)
        if master.aborted or master.control is not None:
            return Scores(1, 0, 0, {MAIN_SCORE: None})
        share = sum(master.right) / len(master.right)
        success = int(share == 1)
        return Scores(0, 1 if success else 0, 0 if success else 1, {MAIN_SCORE: 100 * share})

    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        return tuple(Secret(value, frozenset({CLERK})) for value in instance.data["facts"].values())
