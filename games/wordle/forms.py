"""Forms for guessing, committing and judging without typing the protocol around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clemtui.engine import (
    Choice,
    ChoiceField,
    Form,
    Hint,
    Label,
    LineField,
    Optional,
    TextPolicy,
    Values,
    View,
    WordField,
    label,
)

from .letters import capitals, folded, typed_variants

WORD_LOOKUP = "word_lookup"
KEYBOARD_STATE = "keyboard_state"


@dataclass(frozen=True)
class GuessFormat:
    """What a form needs to compose a guess: tags, letters, words, and how text is folded."""

    language: str
    explanation_tag: str
    guess_tag: str
    length: int
    alphabet: str
    words: frozenset[str]
    policy: TextPolicy

    def compose(self, guess: str, explanation: str) -> str:
        """Compose a guesser's reply."""
        first = f"{self.explanation_tag} {explanation}".rstrip()
        return f"{first}\n{self.guess_tag} {self.read(guess)}"

    def read(self, guess: str) -> str:
        """Fold a guess onto the letters of the board."""
        return folded(self.language, self.policy.lower(guess))

    def check(self, guess: str) -> tuple[Hint, ...]:
        """Return hints if a guess has the wrong form or is an unknown word."""
        guess = self.read(guess)
        if len(guess) != self.length or not guess.isalpha():
            text = label("wordle.hint.shape", length=self.length)
            return (Hint(text, level="error", field="guess"),)
        if guess not in self.words:
            text = label("wordle.hint.unknown", word=guess)
            return (Hint(text, aid=WORD_LOOKUP, field="guess"),)
        return ()

    def field(self, name: Label) -> WordField:
        """Return the field for a guess."""
        return WordField(
            "guess",
            name,
            length=self.length,
            alphabet=self.alphabet,
            words=self.words,
            alike=typed_variants(self.language, self.alphabet, self.policy),
            capitals=capitals(self.alphabet, self.policy),
            tag=self.guess_tag,
        )


def guess_form(guess_format: GuessFormat, name: Label) -> Form:
    """Return a form with a word of fixed length and an optional explanation.

    A guess of another length or with characters other than letters would end the game, so the form
    does not send it. An unknown word uses up a retry, so the look-up warns about it.
    """

    def compose(values: Values) -> str:
        return guess_format.compose(str(values["guess"]), str(values.get("explanation", "")))

    def check(values: Values, view: View) -> tuple[Hint, ...]:
        return guess_format.check(str(values.get("guess", "")))

    return Form(
        (guess_format.field(name), _explanation(guess_format.explanation_tag)),
        compose=compose,
        check=check,
    )


def commit_form(guess_format: GuessFormat, proposal: str) -> Form:
    """Return a form like `guess_form`, except that an omitted guess keeps the proposal."""

    def chosen(values: Values) -> str:
        return str(values.get("guess") or proposal)

    def compose(values: Values) -> str:
        return guess_format.compose(chosen(values), str(values.get("explanation", "")))

    def check(values: Values, view: View) -> tuple[Hint, ...]:
        if values.get("guess"):
            return guess_format.check(chosen(values))
        return (Hint(label("wordle.hint.keep", word=proposal), level="note", field="guess"),)

    return Form(
        (
            Optional(guess_format.field(Label("wordle.form.commit"))),
            _explanation(guess_format.explanation_tag),
        ),
        compose=compose,
        check=check,
    )


def judgement_form(
    explanation_tag: str, agreement_tag: str, words: Sequence[str], names: Sequence[Label]
) -> Form:
    """Return a form with a choice to agree or disagree and an optional explanation."""

    def compose(values: Values) -> str:
        first = f"{explanation_tag} {values.get('explanation', '')}".rstrip()
        return f"{first}\n{agreement_tag} {values['agreement']}"

    options = tuple(Choice(word, name) for word, name in zip(words, names, strict=True))
    return Form(
        (
            ChoiceField("agreement", Label("wordle.form.verdict"), options),
            _explanation(explanation_tag),
        ),
        compose=compose,
    )


def _explanation(tag: str) -> Optional:
    return Optional(LineField("explanation", Label("wordle.form.explanation"), tag=tag))
