"""How a person may describe the target, or choose a grid, without typing the tags."""

from __future__ import annotations

from collections.abc import Sequence

from clemtui.engine import Choice, ChoiceField, Form, Label, LineField


def expression_form(tag: str) -> Form:
    """One line for the expression."""
    return Form(
        (LineField("expression", Label("referencegame.form.expression")),),
        compose=lambda values: f"{tag} {values['expression']}".rstrip(),
    )


def answer_form(tag: str, options: Sequence[str]) -> Form:
    """One of the three grids, by the name that the language has for it."""
    choices = tuple(Choice(option, option) for option in options)
    return Form(
        (ChoiceField("answer", Label("referencegame.form.answer"), choices),),
        compose=lambda values: f"{tag} {values['answer']}",
    )
