"""Forms in which a person answers requests and probes without typing the protocol."""

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
from clemtui.gamekit.inflection import mentions

from .parsing import ReplyFormat

SHEET_CHECK = "sheet_check"

_MAX_NAMED = 3
"""The most slots that a warning names: it has two lines on a small screen."""


def answer_form(form: ReplyFormat, unrevealed: Mapping[str, tuple[str, str]]) -> Form:
    """Return the form of an answer: one line.

    ``unrevealed`` maps the slots that have not been mentioned and are not being asked for to their
    names and values. The aid warns if the answer mentions any of them.
    """

    def compose(values: Values) -> str:
        return f"{form.answer_tag} {values['answer']}"

    def check(values: Values, view: View) -> tuple[Hint, ...]:
        text = str(values.get("answer", ""))
        told = [
            f"{name} ({value})"
            for name, value in unrevealed.values()
            if mentions(form.policy, text, value)
        ]
        if not told:
            return ()
        more = " …" if len(told) > _MAX_NAMED else ""
        warning = label("privateshared.hint.told", told=", ".join(told[:_MAX_NAMED]) + more)
        return (Hint(warning, aid=SHEET_CHECK, field="answer"),)

    field = LineField("answer", Label("privateshared.form.answer"), tag=form.answer_tag)
    return Form((field,), compose, check)


def probe_form(form: ReplyFormat, name: Label, question: str) -> Form:
    """Return a form with yes and no for a probe; ``name`` shows the progress."""
    options = (
        Choice(form.yes, Label("privateshared.form.yes")),
        Choice(form.no, Label("privateshared.form.no")),
    )
    return Form(
        (ChoiceField("reply", name, options),),
        lambda values: f"{form.aside_tag} {values['reply']}",
        asks=question,
    )
