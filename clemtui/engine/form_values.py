"""Values against a form: tags typed too, and what the form itself requires.

Both come before the game looks at the values.
"""

from __future__ import annotations

import unicodedata
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


def without_tags(form: Form, values: Values) -> tuple[dict[str, Any], tuple[Hint, ...]]:
    """Return the values without the tags that the form writes itself (see `without_tag`), and a
    note for each of these. Words are returned without the blanks around them."""
    notes: list[Hint] = []
    return _without_tags(form.fields, values, notes), tuple(notes)


def _without_tags(fields: Sequence[Field], values: Values, notes: list[Hint]) -> dict[str, Any]:
    read = dict(values)
    for field in fields:
        if isinstance(field, Dependent):
            branch = _branch(field.branches, read.get(field.on))
            if branch is not None:
                read = _without_tags(branch.fields, read, notes)
        elif field.id in read:
            read[field.id] = _value_without_tags(field, read[field.id], notes)
    return read


def _value_without_tags(field: Field, value: Any, notes: list[Hint]) -> Any:
    match field:
        case Optional():
            return _value_without_tags(field.field, value, notes)
        case LineField() | TextField() | WordField() if isinstance(value, str):
            rest = without_tag(value, field.tag)
            if rest != value:
                said = label("form.tag", tag=field.tag)
                notes.append(Hint(said, level="note", field=field.id))
            return rest.strip() if isinstance(field, WordField) else rest
        case Repeat() if _is_list(value):
            return [_value_without_tags(field.field, item, notes) for item in value]
        case OneOf() if isinstance(value, Mapping):
            branch = _branch(field.branches, value.get("branch"))
            return value if branch is None else _without_tags(branch.fields, value, notes)
    return value


def without_tag(typed: str, tag: str) -> str:
    """Return a text without the tag before it; a tag that ends in a letter may be part of the text.

    The tag may be typed in other case or width, with other blanks, and repeatedly.
    """
    wanted = _key(tag)
    if not wanted or wanted[-1].isalnum():
        return typed
    for end in range(1, len(typed) + 1):
        key = _key(typed[:end])
        if key == wanted:
            return without_tag(typed[end:].strip(), tag)
        if not wanted.startswith(key):
            break
    return typed


def _key(text: str) -> str:
    """Return a text without differences of case, width and blanks."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(folded.replace("\N{COMBINING DOT ABOVE}", "").split())


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
