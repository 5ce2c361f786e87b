"""The shape of a form: how much room it needs, and whether each answer has a key."""

from __future__ import annotations

from collections.abc import Sequence

from clemtui.engine import (
    ChoiceField,
    Field,
    Form,
    LineField,
    NumberField,
    OneOf,
    Optional,
    Request,
    WordField,
)

_SMALL = LineField | WordField | NumberField

_FEW_OPTIONS = 9
"""Up to this many options have a key each and fit into a few lines."""
_OPTIONS_IN_A_LINE = 3


def is_large(form: Form) -> bool:
    """Return whether the fields need more than a few lines."""
    inner = [f.field if isinstance(f, Optional) else f for f in form.fields]
    if len(inner) == 1 and isinstance(inner[0], ChoiceField):
        return len(inner[0].options) > _FEW_OPTIONS
    if len(inner) == 1 and isinstance(inner[0], OneOf):
        return not all(_is_line(branch.fields) for branch in inner[0].branches)
    return (
        len(inner) > 3
        or not all(isinstance(field, _SMALL) for field in inner[1:])
        or not (isinstance(inner[0], _SMALL) or _is_in_a_line(inner[0]))
    )


def _is_in_a_line(field: Field) -> bool:
    """Return whether the field is a choice with only a few options."""
    return isinstance(field, ChoiceField) and len(field.options) <= _OPTIONS_IN_A_LINE


def _is_line(fields: Sequence[Field]) -> bool:
    """Return whether a branch consists of no more than one line."""
    return len(fields) <= 1 and all(isinstance(field, _SMALL) for field in fields)


def needs_no_label(fields: Sequence[Field]) -> bool:
    """Return whether a single field needs the full width and therefore has no label."""
    return len(fields) == 1 and not isinstance(fields[0], _SMALL)


def quick_choice(request: Request) -> ChoiceField | None:
    """Return the choice if a question asks for nothing but one, or None.

    Each answer to such a question has a key, which sends it when it is pressed again.
    """
    fields = request.form.fields if request.form is not None else ()
    return fields[0] if len(fields) == 1 and isinstance(fields[0], ChoiceField) else None
