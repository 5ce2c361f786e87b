"""The game master of taboo: clue and guess alternate until the word is found or tries run out.

Verdicts and event log follow clembench v3.0 (taboo game master).
"""

from __future__ import annotations

from clemtui.engine import (
    OBSERVER,
    REVEAL,
    RULES,
    Card,
    DialogueMaster,
    Instance,
    Item,
    Label,
    MarkedList,
    Request,
    Response,
    Row,
    Speech,
    Texts,
    Verdict,
    View,
    label,
)

from .forms import clue_form, guess_form, violation_label
from .words import Violation, WordRules, rules_for

DESCRIBER = "Player 1"
GUESSER = "Player 2"
ROLES = {DESCRIBER: "WordDescriber", GUESSER: "WordGuesser"}

INVALID_FORMAT = "invalid format"
CORRECT_GUESS = "correct guess"


class TabooMaster(DialogueMaster):
    """An episode of taboo. A round is a clue and a guess."""

    def __init__(self, instance: Instance, texts: Texts) -> None:
        super().__init__(instance, texts)
        self.target: str = instance.data["target_word"]
        self.related: tuple[str, ...] = tuple(instance.data["related_word"])
        self.tries: int = instance.parameters["max_turns"]
        self.rules: WordRules = rules_for(texts.base_language, texts.policy)
        self.clue_tag = texts.tag("clue")
        self.guess_tag = texts.tag("guess")
        self.clues: list[str] = []
        self.guesses: list[str] = []
        self._ask_describer(
            texts.prompt(
                "describer",
                target=self.target,
                related="\n".join(f"- {word}" for word in self.related),
                tries=str(self.tries),
                clue_tag=self.clue_tag,
                guess_tag=self.guess_tag,
            ),
            (RULES,),
        )

    @property
    def everybody(self) -> frozenset[str]:
        """Both seats, even before the guesser's first turn, and the observer."""
        return frozenset({*ROLES, OBSERVER})

    def on_response(self, request: Request, response: Response) -> None:
        if request.seat == DESCRIBER:
            self._on_clue(request, self.texts.tidy(response.text))
        else:
            self._on_guess(request, self.texts.tidy(response.text))

    def _on_clue(self, request: Request, text: str) -> None:
        if not self._well_formed(request, text, self.clue_tag):
            return
        clue = self.rules.normalise(text, self.clue_tag)
        violation = self.rules.check(text, self.target, self.related, tag=self.clue_tag)
        if violation is not None:
            self.log("invalid clue", _reference_message(violation))
            self.judge(request, Verdict("violation", violation_label(violation)))
            self.notice(Label("taboo.said.lost_by_clue"), audience={GUESSER})
            self.notice(self._solution, audience=self.everybody)
            return
        self.log("valid clue", clue)
        self.judge(request, Verdict("accepted"))
        self.clues.append(text)
        content, speech = text, self._speech(DESCRIBER, text)
        if len(self.clues) == 1:
            prompt = self.texts.prompt(
                "guesser",
                tries=str(self.tries),
                clue_tag=self.clue_tag,
                guess_tag=self.guess_tag,
            )
            content, speech = f"{prompt}\n\n{text}", (RULES, *speech)
        form = guess_form(self.guess_tag)
        self.ask(GUESSER, ROLES[GUESSER], content, form=form, speech=speech)

    def _on_guess(self, request: Request, text: str) -> None:
        continues = self._well_formed(request, text, self.guess_tag)
        wrong: Label | None = None
        if continues:
            self.log("valid guess", self.rules.normalise(text, self.guess_tag))
            self.guesses.append(text)
            self.judge(request, Verdict("accepted"))
            if self._is_right(text):
                continues = False
                self.log(CORRECT_GUESS, "end game")
                self.notice(Label("taboo.said.won"), audience=self.everybody)
            else:
                left = self.tries - len(self.guesses)
                wrong = label("taboo.said.wrong", left=left) if left else self._solution
                self.notice(wrong, audience=self.everybody - {DESCRIBER})
        if self.round + 1 == self.tries:
            self.log("max rounds reached", str(self.tries))
            continues = False
        if continues:
            self.round += 1
            self._ask_describer(text, self._speech(GUESSER, text))
        if wrong is not None:  # the describer reads the guess before its result
            self.notice(wrong, audience={DESCRIBER})

    @property
    def _solution(self) -> Label:
        return label("taboo.said.solution", word=self.target)

    def _is_right(self, guess: str) -> bool:
        return self.rules.is_correct(guess, self.target, tag=self.guess_tag)

    def _well_formed(self, request: Request, text: str, tag: str) -> bool:
        if text.startswith(tag):
            self.log("valid response", "continue")
            return True
        self.log(INVALID_FORMAT, "abort game")
        self.judge(
            request,
            Verdict("malformed", label("taboo.said.no_tag", tag=tag)),
            audience=self.everybody,
        )
        return False

    def _ask_describer(self, content: str, speech: tuple[Speech, ...]) -> None:
        form = clue_form(self.rules, self.clue_tag, self.target, self.related)
        self.ask(DESCRIBER, ROLES[DESCRIBER], content, form=form, speech=speech)

    def spoken(self, request: Request, response: Response) -> tuple[Speech, ...] | None:
        text = self.texts.tidy(response.text)
        return (
            self._speech(request.seat, text) if text.startswith(self._tag(request.seat)) else None
        )

    def _speech(self, seat: str, text: str) -> tuple[Speech, ...]:
        return (Speech(seat, text.removeprefix(self._tag(seat)).strip()),)

    def _tag(self, seat: str) -> str:
        return self.clue_tag if seat == DESCRIBER else self.guess_tag

    def view(self, watcher: str) -> View:
        progress = Card(
            "progress",
            (
                Row(
                    "try",
                    Label("taboo.board.try"),
                    label("taboo.board.of", number=self.round + 1, all=self.tries),
                ),
            ),
        )
        task = Card(
            "task",
            (
                Row("target", Label("taboo.board.target"), self.target, tone="strong"),
                Row("related", Label("taboo.board.related"), self.related, tone="bad"),
            ),
            title=Label("taboo.board.card"),
        )
        past = MarkedList("past", self._past(), title=Label("taboo.board.past"))
        if watcher in (DESCRIBER, OBSERVER, REVEAL):
            return View((task, progress, past))
        return View((progress, past))

    def _past(self) -> tuple[Item, ...]:
        items: list[Item] = []
        for number, clue in enumerate(self.clues):
            items.append(
                Item(
                    f"clue{number}",
                    clue.removeprefix(self.clue_tag).strip(),
                    Label("taboo.board.clue"),
                )
            )
            if number < len(self.guesses):
                right = self._is_right(self.guesses[number])
                items.append(
                    Item(
                        f"guess{number}",
                        self.guesses[number].removeprefix(self.guess_tag).strip(),
                        Label("taboo.board.right" if right else "taboo.board.wrong"),
                        tone="good" if right else "muted",
                    )
                )
        return tuple(items)


def _reference_message(violation: Violation) -> str:
    kind = "Target" if violation.kind == "target" else "Related"
    return (
        f"{kind} word '{violation.forbidden}' (stem={violation.forbidden_stem}) is similar to "
        f"clue word '{violation.clue_word}' (stem={violation.clue_stem})"
    )
