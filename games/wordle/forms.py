"""How a person may guess by typing a word, without the protocol around it."""

from __future__ import annotations

from clemtui.engine import (
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

WORD_LOOKUP = "word_lookup"
KEYBOARD_STATE = "keyboard_state"


def guess_form(
    *,
    explanation_tag: str,
    guess_tag: str,
    length: int,
    alphabet: str,
    words: frozenset[str],
    policy: TextPolicy,
) -> Form:
    """A word of fixed length, and an explanation that may be left out.

    A guess of another length or with other characters than letters would end the game, so the form
    does not send it; an unknown word costs one of the retries, so the look-up warns of it.
    """

    def compose(values: Values) -> str:
        explanation = f"{explanation_tag} {values.get('explanation', '')}".rstrip()
        return f"{explanation}\n{guess_tag} {policy.lower(str(values['guess']))}"

    def check(values: Values, view: View) -> tuple[Hint, ...]:
        guess = policy.lower(str(values.get("guess", "")))
        if len(guess) != length or not guess.isalpha():
            text = label("wordle.hint.shape", length=length)
            return (Hint(text, level="error", field="guess"),)
        if guess not in words:
            text = label("wordle.hint.unknown", word=guess)
            return (Hint(text, aid=WORD_LOOKUP, field="guess"),)
        return ()

    return Form(
        (
            WordField(
                "guess", Label("wordle.form.guess"), length=length, alphabet=alphabet, words=words
            ),
            Optional(LineField("explanation", Label("wordle.form.explanation"))),
        ),
        compose=compose,
        check=check,
    )
