"""The game master of wordle: guess and feedback alternate until the word is found.

The variants with a clue and with a critic build on it. Verdicts, event log and interaction keys
follow clembench v3.0 (wordle game master).
"""

from __future__ import annotations

from functools import partial
from typing import Any

from clemtui.engine import (
    OBSERVER,
    REVEAL,
    RULES,
    Block,
    Card,
    Control,
    DialogueMaster,
    Form,
    Instance,
    Label,
    Request,
    Response,
    Row,
    Speech,
    Texts,
    Verdict,
    View,
    label,
)

from .board import format_marks, keyboard_block, letter_board, progress
from .feedback import Attempt, colour, feedback_text
from .forms import GuessFormat, guess_form
from .letters import capitals, folded
from .parsing import Guess, GuessError, GuessErrorKind, ReplyFormat, parse_guess

GUESSER = "Player 1"
ROLE = "WordGuesser"


def guess_speech(guess: Guess) -> Speech:
    """Return a guess as people read it: the word, and the reason below it."""
    return Speech(GUESSER, "\n".join(filter(None, (guess.guess, guess.explanation))))


class WordleMaster(DialogueMaster):
    """An episode of wordle. A round ends with a valid guess; retries belong to the same round.

    Attributes:
        guesser_role: The guesser's role in this variant.
        attempts: The guesses that count, with their marks.
    """

    guesser_role = ROLE

    def __init__(self, instance: Instance, texts: Texts) -> None:
        super().__init__(instance, texts)
        self.target: str = instance.data["target_word"]
        self.turns: int = instance.parameters["n_turns"]
        self.most_retries: int = instance.parameters["max_retry_per_error"]
        self.length: int = instance.parameters["max_word_length"]
        self.words = instance.lists["words"]
        self.colours = texts.options["colours"]
        self.language = texts.base_language
        self.keyboard = texts.options["keyboard"]
        self.reply = ReplyFormat(
            texts.tag("explanation"),
            texts.tag("guess"),
            self.length,
            texts.policy.lower,
            partial(folded, self.language),
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
        self.ask_guesser(self.first_prompt(), (RULES,))

    def first_prompt(self) -> str:
        """Return the first message to the guesser.

        It is called before a variant initialises its own state.
        """
        return self.texts.prompt("guesser", feedback_tag=self.feedback_tag, **self.tags)

    def task_log(self) -> dict[str, str]:
        """Return what the log of a guess states about the task, under the reference's names."""
        return {"target_word": self.target}

    def on_response(self, request: Request, response: Response) -> None:
        self.requests += 1
        parsed = parse_guess(self.texts.tidy(response.text), self.reply, self.words)
        if isinstance(parsed, GuessError):
            self._on_error(request, parsed)
        else:
            self.retries = 0
            self.on_guess(request, parsed)

    def _on_error(self, request: Request, error: GuessError) -> None:
        self.log("metadata", f"Error: {error.reason}")
        if error.kind is not GuessErrorKind.UNKNOWN_WORD:
            said = Label(f"wordle.said.{error.kind.name.lower()}")
            self.on_malformed(request, said)
        elif self.retries == self.most_retries:
            said = label("wordle.said.no_retries", word=error.guess or "")
            self.judge(request, Verdict("violation", said), audience=self.everybody)
            self.abort()
        else:
            self.retries += 1
            left = self.most_retries - self.retries
            said = label("wordle.said.unknown_word", word=error.guess or "", left=left)
            self.judge(request, Verdict("asked again", said))
            self.ask_guesser(self.texts.prompt("retry", **self.tags), ())

    def on_malformed(self, request: Request, said: Label) -> None:
        """Abort after an answer that violates the required form."""
        self.violated += 1
        self.judge(request, Verdict("malformed", said), audience=self.everybody)
        self.abort()

    def on_guess(self, request: Request, parsed: Guess) -> None:
        """Handle a valid guess; here it counts at once."""
        self.commit(request, parsed)

    def commit(self, request: Request, parsed: Guess) -> None:
        """Mark a guess, then end the game or start the next round."""
        marks = colour(parsed.guess, self.target)
        self.attempts.append((parsed.guess, marks))
        self.explanations.append(parsed.explanation)
        feedback = feedback_text(parsed.guess, marks, self.colours)
        stats = {
            "attempts": f"{self.round + 1}",
            **self.task_log(),
            "guess": parsed.guess,
            "guess_feedback": feedback,
        }
        self.log("metadata", "\n".join(f"{name} = {value}" for name, value in stats.items()))
        said = label("wordle.said.marked", marks=format_marks(parsed.guess, marks))
        self.judge(request, Verdict("accepted", said))
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
            self.ask_guesser(content, ())

    def on_control(self, control: Control) -> None:
        super().on_control(control)
        self._close(aborted=1)

    def abort(self) -> None:
        """Abort the game after the current answer."""
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
                **self.further_keys(),
            }
        )

    def further_keys(self) -> dict[str, Any]:
        """Return the additional keys of a variant, which may override those of wordle."""
        return {}

    def ask_guesser(self, content: str, speech: tuple[Speech, ...]) -> None:
        """Ask the guesser for a guess. ``speech`` is the message as people read it."""
        form = self.guesser_form()
        self.ask(GUESSER, self.guesser_role, content, form=form, speech=speech)

    def spoken(self, request: Request, response: Response) -> tuple[Speech, ...] | None:
        parsed = parse_guess(self.texts.tidy(response.text), self.reply, self.words)
        return None if isinstance(parsed, GuessError) else (guess_speech(parsed),)

    def guesser_form(self) -> Form:
        """Return the form in which a person guesses."""
        return guess_form(self.guess_format(), Label("wordle.form.guess"))

    def guess_format(self) -> GuessFormat:
        """Return what a form needs in order to compose a guess."""
        return GuessFormat(
            language=self.language,
            explanation_tag=self.reply.explanation_tag,
            guess_tag=self.reply.guess_tag,
            length=self.length,
            alphabet="".join(self.keyboard),
            words=self.words.members,
            policy=self.texts.policy,
        )

    def view(self, watcher: str) -> View:
        blocks = self.guesser_blocks()
        if watcher in (OBSERVER, REVEAL):
            return View((*blocks, self.solution()))
        return View(blocks)

    def guesser_blocks(self) -> tuple[Block, ...]:
        """Return the blocks the guesser sees."""
        drawn = capitals("".join(self.keyboard), self.texts.policy)
        return (
            letter_board(self.attempts, self.turns, self.length, drawn),
            self.progress(),
            keyboard_block(self.attempts, self.keyboard, drawn),
        )

    def progress(self) -> Card:
        """Return the card with the round and the retries left."""
        left = self.most_retries - self.retries if self.retries else None
        return progress(self.round + 1, self.turns, left)

    def solution(self) -> Card:
        """Return the card with the target, for viewers who may see it."""
        target = Row("target", Label("wordle.board.target"), self.target, tone="strong")
        return Card("solution", (target,))
