"""Random values for forms, from a seeded generator."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from clemtui.engine import (
    ChoiceField,
    Dependent,
    Field,
    Form,
    GridField,
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
from clemtui.kit.plain_data import in_order

_WORDS = (
    "well", "a", "Zürich", "don't", "42", "?", "x:y", "{x}", "[y]", "\"quote\"", "naïve", "ok.",
    "日本", "yes", "$5", "...",
)  # fmt: skip
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def random_values(form: Form, rng: random.Random, tags: Sequence[str] = ()) -> Values:
    """Return values that the form itself accepts; lines and texts sometimes contain tags.

    The game's own ``check`` may still reject them.
    """
    return _of_fields(form.fields, rng, tuple(tags))


def vary_values(form: Form, values: Values, ids: frozenset[str], rng: random.Random) -> Values:
    """Return the same values with new ones for the fields in ``ids``; lists keep their length."""
    return _vary(form.fields, values, ids, rng)


def _of_fields(
    fields: Sequence[Field], rng: random.Random, tags: tuple[str, ...]
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for field in fields:
        if isinstance(field, Dependent):
            for branch in field.branches:
                if branch.id == values.get(field.on):
                    values.update(_of_fields(branch.fields, rng, tags))
        elif not isinstance(field, Optional) or rng.random() < 0.5:
            values[field.id] = _of_field(field, rng, tags)
    return values


def _of_field(field: Field, rng: random.Random, tags: tuple[str, ...]) -> Any:
    match field:
        case Optional():
            return _of_field(field.field, rng, tags)
        case LineField():
            return _line(rng, tags)[: field.max_length].strip() or "a"
        case TextField():
            return "\n".join(_line(rng, tags) for _ in range(rng.randint(1, 3)))
        case WordField():
            return _word(field, rng)
        case ChoiceField():
            return rng.choice(field.options).value
        case NumberField():
            return rng.randint(field.minimum, field.maximum)
        case GridField():
            cells = field.alphabet + field.blank
            return ["".join(rng.choices(cells, k=field.columns)) for _ in range(field.rows)]
        case MultiChoice():
            most = len(field.options) if field.maximum is None else field.maximum
            count = rng.randint(field.minimum, min(most, len(field.options)))
            return [option.value for option in rng.sample(field.options, count)]
        case Repeat():
            most = field.minimum + 2 if field.maximum is None else field.maximum
            count = rng.randint(field.minimum, most)
            return [_of_field(field.field, rng, tags) for _ in range(count)]
        case OneOf():
            branch = rng.choice(field.branches)
            return {"branch": branch.id, **_of_fields(branch.fields, rng, tags)}
        case Dependent():
            raise TypeError("a dependent field has no value of its own")


def _line(rng: random.Random, tags: tuple[str, ...]) -> str:
    words = rng.choices(_WORDS, k=rng.randint(1, 4))
    if tags and rng.random() < 0.25:
        words.insert(rng.randrange(len(words) + 1), rng.choice(tags))
    return " ".join(words)


def _word(field: WordField, rng: random.Random) -> str:
    if field.words:
        return rng.choice(in_order(field.words))
    length = rng.randint(1, 9) if field.length is None else field.length
    return "".join(rng.choices(field.alphabet or _LETTERS, k=length))


def _vary(
    fields: Sequence[Field], values: Values, ids: frozenset[str], rng: random.Random
) -> dict[str, Any]:
    changed = dict(values)
    for field in fields:
        if isinstance(field, Dependent):
            for branch in field.branches:
                if branch.id == values.get(field.on):
                    changed.update(_vary(branch.fields, changed, ids, rng))
        elif isinstance(field, OneOf) and field.id not in ids:
            inner: Mapping[str, Any] = values[field.id]
            branch = next(b for b in field.branches if b.id == inner["branch"])
            changed[field.id] = _vary(branch.fields, inner, ids, rng)
        elif field.id in ids and field.id in values:
            old = values[field.id]
            for _ in range(20):
                new = _of_field(field, rng, ())
                if not isinstance(old, list) or len(new) == len(old):
                    changed[field.id] = new
                    break
    return changed
