"""Forms in which a person describes the target or chooses a grid without typing the tags."""

from __future__ import annotations

from collections.abc import Sequence

from clemtui.engine import Choice, ChoiceField, Form, Label, LineField


def expression_form(tag: str) -> Form:
    """Return the giver's form: one line for the expression."""
    return Form(
        (LineField("expression", Label("referencegame.form.expression"), tag=tag),),
        compose=lambda values: f"{tag} {values['expression']}".rstrip(),
    )


def answer_form(tag: str, options: Sequence[str]) -> Form:
    """Return the follower's form: a choice of the three grids by their names in the language."""
    choices = tuple(Choice(option, option) for option in options)
    return Form(
        (ChoiceField("answer", Label("referencegame.form.answer"), choices),),
        compose=lambda values: f"{tag} {values['answer']}",
    )
