"""Checks of values against a form: what the form itself requires, before the game looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clemtui.engine.forms import (
    Branch,
    ChoiceField,
    Dependent,
    Field,
    Form,
    GridField,
    Hint,
    LineField,
    MultiChoice,
    NumberField,
    OneOf,
    Optional,
    Repeat,
    TextField,
    Values,
    WordField,
)
from clemtui.engine.labels import label


def problems(form: Form, values: Values) -> tuple[Hint, ...]:
    """Return what prevents the values from being composed, as hints of level ``error``.

    Empty if they are valid. Only the shape is checked (kinds, bounds, options, lengths). Word lists
    are left to the rules and to the look-up aid.
    """
    return tuple(_field_problems(form.fields, values))


def _field_problems(fields: Sequence[Field], values: Values) -> Iterator[Hint]:
    for field in fields:
        if isinstance(field, Dependent):
            branch = _branch(field.branches, values.get(field.on))
            if branch is not None:
                yield from _field_problems(branch.fields, values)
        elif field.id in values:
            yield from _value_problems(field, values[field.id])
        elif not isinstance(field, Optional):
            yield _hint(field, "missing")


def _value_problems(field: Field, value: Any) -> Iterator[Hint]:
    match field:
        case Optional():
            yield from _value_problems(field.field, value)
        case LineField() | TextField() | WordField() if not isinstance(value, str):
            yield _hint(field, "wrong_kind")
        case LineField() | TextField() | WordField() if not value.strip():
            if field.required:
                yield _hint(field, "missing")
        case LineField():
            if "\n" in value or "\r" in value:
                yield _hint(field, "several_lines")
            if field.max_length is not None and len(value) > field.max_length:
                yield _hint(field, "too_long", maximum=field.max_length)
        case TextField():
            pass
        case WordField():
            yield from _word_problems(field, value)
        case ChoiceField():
            if value not in _options(field):
                yield _hint(field, "no_option")
        case NumberField():
            if not isinstance(value, int) or isinstance(value, bool):
                yield _hint(field, "wrong_kind")
            elif not field.minimum <= value <= field.maximum:
                yield _hint(field, "outside", minimum=field.minimum, maximum=field.maximum)
        case GridField():
            yield from _grid_problems(field, value)
        case MultiChoice() | Repeat() if not _is_list(value):
            yield _hint(field, "wrong_kind")
        case MultiChoice():
            yield from _count_problems(field, len(value))
            if any(item not in _options(field) for item in value):
                yield _hint(field, "no_option")
            elif len(set(value)) < len(value):
                yield _hint(field, "twice")
        case Repeat():
            yield from _count_problems(field, len(value))
            for item in value:
                yield from _value_problems(field.field, item)
        case OneOf():
            chosen = value.get("branch") if isinstance(value, Mapping) else None
            branch = _branch(field.branches, chosen)
            if branch is None:
                yield _hint(field, "missing")
            else:
                yield from _field_problems(branch.fields, value)


def _word_problems(field: WordField, value: str) -> Iterator[Hint]:
    if len(value.split()) != 1 or value != value.strip():
        yield _hint(field, "no_word")
        return
    value = field.read(value)
    if field.length is not None and len(value) != field.length:
        yield _hint(field, "wrong_length", length=field.length)
    elif field.alphabet:
        for letter in value:
            if letter not in field.alphabet:
                yield _hint(field, "wrong_letter", letter=letter)
                break


def _grid_problems(field: GridField, value: Any) -> Iterator[Hint]:
    if not _is_list(value) or not all(isinstance(row, str) for row in value):
        yield _hint(field, "wrong_kind")
    elif len(value) != field.rows or any(len(row) != field.columns for row in value):
        yield _hint(field, "wrong_shape", rows=field.rows, columns=field.columns)
    else:
        strange = set("".join(value)) - set(field.alphabet + field.blank)
        if strange:
            yield _hint(field, "wrong_letter", letter=min(strange))


def _count_problems(field: MultiChoice | Repeat, count: int) -> Iterator[Hint]:
    if count < field.minimum:
        yield _hint(field, "too_few", minimum=field.minimum)
    if field.maximum is not None and count > field.maximum:
        yield _hint(field, "too_many", maximum=field.maximum)


def _options(field: ChoiceField | MultiChoice) -> tuple[str, ...]:
    return tuple(option.value for option in field.options)


def _branch(branches: Sequence[Branch], chosen: object) -> Branch | None:
    return next((branch for branch in branches if branch.id == chosen), None)


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _hint(field: Field, problem: str, **values: str | int) -> Hint:
    return Hint(label(f"form.{problem}", **values), level="error", field=field.id)
