"""How a person may give a clue or make a guess without typing the tags."""

from __future__ import annotations

from collections.abc import Sequence

from clemtui.engine import Form, Hint, Label, LineField, Values, View, WordField, label

from .words import Violation, WordRules

RULE_WARNING = "rule_warning"


def clue_form(rules: WordRules, tag: str, target: str, related: Sequence[str]) -> Form:
    """One line for the clue, with a warning where it would lose the game."""

    def check(values: Values, view: View) -> tuple[Hint, ...]:
        violation = rules.check(str(values.get("clue", "")), target, related, tag)
        if violation is None:
            return ()
        return (Hint(violation_label(violation), aid=RULE_WARNING, field="clue"),)

    return Form(
        (LineField("clue", Label("taboo.form.clue")),),
        compose=lambda values: f"{tag} {values['clue']}".rstrip(),
        check=check,
    )


def guess_form(tag: str) -> Form:
    """One word for the guess; several words are never right."""
    return Form(
        (WordField("guess", Label("taboo.form.guess")),),
        compose=lambda values: f"{tag} {values['guess']}".rstrip(),
    )


def violation_label(violation: Violation) -> Label:
    """A violation in words for the describer."""
    return label(
        f"taboo.said.uses_{violation.kind}",
        word=violation.clue_word,
        forbidden=violation.forbidden,
    )
