"""How a person may answer the questioner and the probes, without the protocol around it."""

from __future__ import annotations

from collections.abc import Mapping

from clemtui.engine import (
    Choice,
    ChoiceField,
    Form,
    Hint,
    Label,
    LineField,
    Values,
    View,
    label,
)

from .parsing import ReplyFormat, mentions

SHEET_CHECK = "sheet_check"


def answer_form(form: ReplyFormat, later: Mapping[str, tuple[str, str]]) -> Form:
    """One line.

    ``later`` are the slots that nobody has been told of and that the questioner does not ask for
    now, each with its name and value. The answer may mention them: the aid warns of that.
    """

    def compose(values: Values) -> str:
        return f"{form.answer_tag} {values['answer']}"

    def check(values: Values, view: View) -> tuple[Hint, ...]:
        text = str(values.get("answer", ""))
        return tuple(
            Hint(
                label("privateshared.hint.told", name=name, value=value),
                aid=SHEET_CHECK,
                field="answer",
            )
            for name, value in later.values()
            if mentions(text, value, form.lower)
        )

    return Form((LineField("answer", Label("privateshared.form.answer")),), compose, check)


def probe_form(form: ReplyFormat, name: Label) -> Form:
    """Yes or no, under a name that says how far one is."""
    options = (
        Choice(form.yes, Label("privateshared.form.yes")),
        Choice(form.no, Label("privateshared.form.no")),
    )
    return Form(
        (ChoiceField("reply", name, options),),
        lambda values: f"{form.aside_tag} {values['reply']}",
    )
