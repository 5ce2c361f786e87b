"""The game master of wordle: guess, feedback, guess, until the word is found or rounds run out.

Verdicts, event log and interaction keys are those of clembench v3.0 (wordle game master).
"""

from __future__ import annotations

from clemtui.engine import (
    OBSERVER,
    REVEAL,
    Card,
    Cell,
    Control,
    DialogueMaster,
    Instance,
    Keyboard,
    Label,
    LetterBoard,
    LetterMark,
    Request,
    Response,
    Row,
    Texts,
    Verdict,
    View,
    label,
)

from .feedback import Attempt, Mark, Marks, colour, feedback_text, keyboard
from .forms import KEYBOARD_STATE, guess_form
from .parsing import Guess, GuessError, GuessErrorKind, ReplyFormat, parse_guess

GUESSER = "Player 1"
ROLE = "WordGuesser"

CELL_MARKS: dict[Mark, LetterMark] = {Mark.GREEN: "hit", Mark.YELLOW: "near", Mark.RED: "miss"}


class WordleMaster(DialogueMaster):
    """One episode of wordle. A round ends with a valid guess; retries stay in their round."""

    def __init__(self, instance: Instance, texts: Texts) -> None:
        super().__init__(instance, texts)
        self.target: str = instance.data["target_word"]
        self.turns: int = instance.parameters["n_turns"]
        self.most_retries: int = instance.parameters["max_retry_per_error"]
        self.length: int = instance.parameters["max_word_length"]
        self.words = instance.lists["words"]
        self.colours = texts.options["colours"]
        self.reply = ReplyFormat(
            texts.tag("explanation"), texts.tag("guess"), self.length, texts.policy.lower
        )
        self.attempts: list[Attempt] = []
        self.explanations: list[str] = []
        self.retries = 0
        self.requests = 0
        self.violated = 0
        self.tags = {
            "explanation_tag": self.reply.explanation_tag,
            "guess_tag": self.reply.guess_tag,
        }
        self.feedback_tag = texts.tag("feedback")
        self._ask(texts.prompt("guesser", feedback_tag=self.feedback_tag, **self.tags))

    def on_response(self, request: Request, response: Response) -> None:
        self.requests += 1
        parsed = parse_guess(response.text, self.reply, self.words)
        if isinstance(parsed, GuessError):
            self._on_error(request, parsed)
        else:
            self._on_guess(request, parsed)

    def _on_error(self, request: Request, error: GuessError) -> None:
        self.log("metadata", f"Error: {error.reason}")
        if error.kind is not GuessErrorKind.UNKNOWN_WORD:
            self.violated += 1
            said = Label(f"wordle.said.{error.kind.name.lower()}")
            self.judge(request, Verdict("malformed", said), audience=self.everybody)
            self._abort()
        elif self.retries == self.most_retries:
            said = label("wordle.said.no_retries", word=error.guess or "")
            self.judge(request, Verdict("violation", said), audience=self.everybody)
            self._abort()
        else:
            self.retries += 1
            left = self.most_retries - self.retries
            said = label("wordle.said.unknown_word", word=error.guess or "", left=left)
            self.judge(request, Verdict("asked again", said), audience=self.everybody)
            self._ask(self.texts.prompt("retry", **self.tags))

    def _on_guess(self, request: Request, parsed: Guess) -> None:
        self.retries = 0
        marks = colour(parsed.guess, self.target)
        self.attempts.append((parsed.guess, marks))
        self.explanations.append(parsed.explanation)
        feedback = feedback_text(parsed.guess, marks, self.colours)
        self.log(
            "metadata",
            f"attempts = {self.round + 1}\ntarget_word = {self.target}\nguess = {parsed.guess}\n"
            f"guess_feedback = {feedback}",
        )
        marked = label("wordle.said.marked", marks=_marked(parsed.guess, marks))
        self.judge(request, Verdict("accepted", marked))
        if parsed.guess == self.target:
            self.log("correct guess", "game_result = WIN")
            self.notice(label("wordle.said.won", rounds=self.round + 1), audience=self.everybody)
            self._close(success=1)
        elif self.round + 1 == self.turns:
            self.log("max rounds played", "game_result = LOSS")
            self.notice(label("wordle.said.lost", word=self.target), audience=self.everybody)
            self._close(lose=1)
        else:
            self.round += 1
            content = self.texts.prompt(
                "feedback",
                feedback=feedback,
                feedback_tag=self.feedback_tag,
                **self.tags,
            )
            self._ask(content)

    def on_control(self, control: Control) -> None:
        super().on_control(control)
        self._close(aborted=1)

    def _abort(self) -> None:
        self.log("invalid format", "game_result = ABORT")
        self._close(aborted=1)

    def _close(self, *, aborted: int = 0, lose: int = 0, success: int = 0) -> None:
        self.keys.update(
            {
                "Aborted": aborted,
                "Lose": lose,
                "Success": success,
                "Request Count": self.requests,
                "Parsed Request Count": self.requests - self.violated,
                "Violated Request Count": self.violated,
                "Guesser Guesses": [guess for guess, _ in self.attempts],
                "Guesser Feedbacks": [
                    feedback_text(guess, marks, self.colours) for guess, marks in self.attempts
                ],
                "Guesser Explanations": list(self.explanations),
            }
        )

    def _ask(self, content: str) -> None:
        form = guess_form(
            explanation_tag=self.reply.explanation_tag,
            guess_tag=self.reply.guess_tag,
            length=self.length,
            alphabet="".join(self.texts.options["keyboard"]),
            words=self.words.members,
            policy=self.texts.policy,
        )
        self.ask(GUESSER, ROLE, content, form=form)

    def view(self, watcher: str) -> View:
        blocks = (self._board(), self._keyboard(), self._progress())
        if watcher in (OBSERVER, REVEAL):
            target = Row("target", Label("wordle.board.target"), self.target, tone="strong")
            return View((*blocks, Card("solution", (target,))))
        return View(blocks)

    def _board(self) -> LetterBoard:
        rows = [_cells(guess, marks) for guess, marks in self.attempts]
        rows += [(Cell("", "empty"),) * self.length] * (self.turns - len(rows))
        return LetterBoard("board", tuple(rows))

    def _keyboard(self) -> Keyboard:
        known = keyboard(self.attempts)
        rows = tuple(
            tuple(Cell(c, CELL_MARKS[known[c]] if c in known else "open") for c in row)
            for row in self.texts.options["keyboard"]
        )
        return Keyboard("keyboard", rows, aid=KEYBOARD_STATE)

    def _progress(self) -> Card:
        rows = [
            Row(
                "round",
                Label("wordle.board.round"),
                label("wordle.board.of", number=self.round + 1, all=self.turns),
            ),
        ]
        if self.retries:
            left = f"{self.most_retries - self.retries}"
            rows.append(Row("retries", Label("wordle.board.retries"), left, tone="bad"))
        return Card("progress", tuple(rows))


def _marked(guess: str, marks: Marks) -> str:
    """A guess as it is written without colours: [a] in its place, (a) elsewhere, a not at all."""
    forms = {Mark.GREEN: "[{}]", Mark.YELLOW: "({})", Mark.RED: "{}"}
    return " ".join(forms[mark].format(c) for c, mark in zip(guess, marks, strict=True))


def _cells(guess: str, marks: Marks) -> tuple[Cell, ...]:
    return tuple(Cell(c, CELL_MARKS[mark]) for c, mark in zip(guess, marks, strict=True))
