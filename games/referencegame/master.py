"""The game master of the reference game: one expression, one answer.

Verdicts and event log match clembench v3.0 (referencegame game master). Where the reference
crashes, on more than one paragraph in strict mode, the episode is aborted here.
"""

from __future__ import annotations

from clemtui.engine import (
    OBSERVER,
    REVEAL,
    RULES,
    Block,
    DialogueMaster,
    Instance,
    Label,
    Request,
    Response,
    Speech,
    Texts,
    Verdict,
    View,
    label,
)

from . import board
from .forms import answer_form, expression_form
from .parsing import DIGITS, Fault
from .prompts import answer_options, follower_prompt, giver_prompt, shows_expression
from .task import task_of

GIVER = "Player 1"
FOLLOWER = "Player 2"
ROLES = {GIVER: "InstructionGiver", FOLLOWER: "InstructionFollower"}

INVALID = "Invalid generated expression"
"""The content of the reference's event for a malformed response from either seat."""


class ReferenceMaster(DialogueMaster):
    """One episode, which has a single round.

    Attributes:
        expression: the giver's well-formed response as written, or None before it.
        answer: what the follower chose, in lower case, or None before it.
        aborted_at: the seat whose response was malformed, or None.
    """

    def __init__(self, instance: Instance, texts: Texts) -> None:
        super().__init__(instance, texts)
        self.task = task_of(instance, texts)
        self.options = answer_options(texts)
        self.expression: str | None = None
        self.answer: str | None = None
        self.aborted_at: str | None = None
        tag = texts.tags.get("expression")
        form = expression_form(tag) if tag else None
        prompt = giver_prompt(texts, self.task)
        self.ask(GIVER, ROLES[GIVER], prompt, form=form, speech=(RULES,))

    @property
    def everybody(self) -> frozenset[str]:
        """Both seats, even if the follower has not been asked yet, and the observer."""
        return frozenset({*ROLES, OBSERVER})

    @property
    def correct(self) -> bool:
        """Whether the follower chose the target."""
        return self.answer in self.task.names

    @property
    def chosen(self) -> int | None:
        """The index of the grid that the follower chose, from 0.

        None before the answer, and for a word that is not literally the name of a grid.
        """
        if self.answer is None:
            return None
        names = [self.texts.policy.key(name) for name in self.options]
        places = [kind.index(self.answer) for kind in (names, [*DIGITS]) if self.answer in kind]
        return next(iter(places), None)

    def on_response(self, request: Request, response: Response) -> None:
        text = self.texts.tidy(response.text)
        if request.seat == GIVER:
            fault = self.task.expressions.parse(text).fault
            if fault is None:
                self._on_expression(request, text)
        else:
            parsed = self.task.answers.parse(self.texts.policy.fold(text))
            fault = parsed.fault
            if fault is None:
                self._on_answer(request, self.texts.policy.key(parsed.response))
        if fault is not None:
            self._on_fault(request, fault)

    def _on_expression(self, request: Request, text: str) -> None:
        self.log("parse", text)
        self.judge(request, Verdict("accepted"))
        self.expression = text
        tag = self.texts.tags.get("answer")
        form = answer_form(tag, self.options) if tag else None
        prompt = follower_prompt(self.texts, self.task, text)
        shown = (self._speech(GIVER, text),) if shows_expression(self.texts, self.task) else ()
        self.ask(FOLLOWER, ROLES[FOLLOWER], prompt, form=form, speech=(RULES, *shown))

    def spoken(self, request: Request, response: Response) -> tuple[Speech, ...] | None:
        text = self.texts.tidy(response.text)
        return (self._speech(request.seat, text),) if self._tag(request.seat) else None

    def _speech(self, seat: str, text: str) -> Speech:
        return Speech(seat, board.strip_tag(text, self._tag(seat)))

    def _tag(self, seat: str) -> str:
        """Return the tag with which the responses of a seat begin; empty if they have none."""
        return self.texts.tags.get("expression" if seat == GIVER else "answer", "")

    def _on_answer(self, request: Request, answer: str) -> None:
        self.answer = answer
        self.judge(request, Verdict("accepted"))
        self.log("parse_correct" if self.correct else "parse_wrong", answer)
        if self.correct:
            said = Label("referencegame.said.won")
        else:
            said = label("referencegame.said.lost", name=self.task.names[0])
        self.notice(said, audience=self.everybody)

    def _on_fault(self, request: Request, fault: Fault) -> None:
        self.aborted_at = request.seat
        self.log("invalid format", INVALID)
        what = "expression" if request.seat == GIVER else "answer"
        if fault == "remainder":
            said = Label("referencegame.said.paragraphs")
        else:
            said = label(f"referencegame.said.no_{what}", tag=self.texts.tags.get(what, ""))
        self.judge(request, Verdict("malformed", said), audience=self.everybody)

    def view(self, watcher: str) -> View:
        if watcher in (OBSERVER, REVEAL):
            return View(tuple(self._everything()))
        if watcher == GIVER:
            return View((board.giver_board(self.task),))
        if self.expression is None:  # the follower sees the grids together with the expression
            return View()
        grids = board.follower_board(self.task, self.options)
        relayed = shows_expression(self.texts, self.task)
        return View((grids, *self._expression_blocks(shown=relayed)))

    def _everything(self) -> list[Block]:
        sides = board.final_boards(self.task, self.options, self.chosen, correct=self.correct)
        blocks: list[Block] = [*sides, *self._expression_blocks(shown=True)]
        if self.answer is not None:
            blocks.append(board.answer_card(self.answer, correct=self.correct))
        return blocks

    def _expression_blocks(self, *, shown: bool) -> tuple[Block, ...]:
        if self.expression is None or not shown:
            return ()
        return (board.expression_block(board.strip_tag(self.expression, self._tag(GIVER))),)
