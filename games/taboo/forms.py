"""Forms for giving clues and guesses without typing the tags."""

from __future__ import annotations

from collections.abc import Sequence

from clemtui.engine import Form, Hint, Label, LineField, Values, View, WordField, label

from .words import Violation, WordRules

RULE_WARNING = "rule_warning"


def clue_form(rules: WordRules, tag: str, target: str, related: Sequence[str]) -> Form:
    """Return a one-line form for the clue that warns if the clue would lose the game."""

    def check(values: Values, view: View) -> tuple[Hint, ...]:
        violation = rules.check(str(values.get("clue", "")), target, related, tag)
        if violation is None:
            return ()
        return (Hint(violation_label(violation), aid=RULE_WARNING, field="clue"),)

    return Form(
        (LineField("clue", Label("taboo.form.clue"), tag=tag),),
        compose=lambda values: f"{tag} {values['clue']}".rstrip(),
        check=check,
    )


def guess_form(tag: str) -> Form:
    """Return a one-word form for the guess; several words are never correct."""
    return Form(
        (WordField("guess", Label("taboo.form.guess"), tag=tag),),
        compose=lambda values: f"{tag} {values['guess']}".rstrip(),
    )


def violation_label(violation: Violation) -> Label:
    """Describe a violation to the describer."""
    return label(
        f"taboo.said.uses_{violation.kind}",
        word=violation.clue_word,
        forbidden=violation.forbidden,
    )
