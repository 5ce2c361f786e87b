"""Forms: how a person can answer a request without typing the protocol by hand.

A form is pure: fields, a ``compose`` that produces the raw response a model would have to write,
and a ``check`` that inspects the values before they are sent. Values are a mapping from field ids
to strings, numbers, lists and mappings, depending on the field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from clemtui.engine.labels import Label, label
from clemtui.engine.views import View

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LineField:
    """One line of text (str).

    ``tag`` is what the response writes before it: whoever types it too sends it once.
    """

    id: str
    name: Label
    required: bool = True
    max_length: int | None = None
    tag: str = ""


@dataclass(frozen=True, slots=True)
class TextField:
    """Several lines of text (str). ``tag``: as in `LineField`."""

    id: str
    name: Label
    required: bool = True
    tag: str = ""


@dataclass(frozen=True, slots=True)
class WordField:
    """One word (str) of a fixed number of letters, or of any length.

    Attributes:
        alphabet: the letters it may have (empty: any).
        words: the list that the game accepts, for the look-up aid and for scripted players.
        alike: characters that may be typed for letters of the alphabet ("é" for "e", "œ" for "oe",
            "İ" for "i").
        capitals: letters whose capital differs from Unicode's, with that capital.
        tag: what the response writes before it, as in `LineField`.
    """

    id: str
    name: Label
    length: int | None = None
    alphabet: str = ""
    words: frozenset[str] = frozenset()
    required: bool = True
    alike: Mapping[str, str] = field(default_factory=dict)
    capitals: Mapping[str, str] = field(default_factory=dict)
    tag: str = ""

    def read(self, typed: str) -> str:
        """Return the typed word with each character replaced by the letter it is alike to."""
        return "".join(self.alike.get(character, character) for character in typed)


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a choice: the value that is sent and its name for people."""

    value: str
    name: Label | str


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """Exactly one of several options (str)."""

    id: str
    name: Label
    options: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class NumberField:
    """A whole number (int) between two bounds, both inclusive."""

    id: str
    name: Label
    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class GridField:
    """A grid of characters (a list of rows, each a string of ``columns`` characters).

    ``initial`` is the grid that a person starts from (empty: all blanks).
    """

    id: str
    name: Label
    rows: int
    columns: int
    alphabet: str
    blank: str
    initial: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MultiChoice:
    """Any number of several options, without repetition (list of str, in the order chosen)."""

    id: str
    name: Label
    options: tuple[Choice, ...]
    minimum: int = 0
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class Optional:
    """A field that may be omitted: its id is then missing from the values."""

    field: Field

    @property
    def id(self) -> str:
        """The id of the wrapped field."""
        return self.field.id

    @property
    def name(self) -> Label:
        """The name of the wrapped field."""
        return self.field.name


@dataclass(frozen=True, slots=True)
class Repeat:
    """A repeated field (list of its values)."""

    id: str
    name: Label
    field: Field
    minimum: int = 0
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """One alternative of a `OneOf` or a `Dependent`: named fields."""

    id: str
    name: Label
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several ways to answer: {"branch": id, plus the values of that branch's fields}."""

    id: str
    name: Label
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Dependent:
    """Fields that depend on the choice in an earlier `ChoiceField` of the same form.

    The branch whose id is the chosen value applies; the values of its fields are stored beside the
    others.
    """

    id: str
    name: Label
    on: str
    branches: tuple[Branch, ...]


Field = (
    LineField
    | TextField
    | WordField
    | ChoiceField
    | NumberField
    | GridField
    | MultiChoice
    | Optional
    | Repeat
    | OneOf
    | Dependent
)


@dataclass(frozen=True, slots=True)
class Hint:
    """A remark of an aid, or of the form itself, on values that have not been sent yet.

    Attributes:
        level: ``error``: the answer would break the required form. ``warning``: it may be sent, but
            at a cost.
        aid: id of the aid that gives it; None for what the form needs to be complete.
    """

    text: Label
    level: Literal["warning", "error", "note"] = "warning"
    aid: str | None = None
    field: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as recorded with the response (`Timing.hints`)."""
        return {
            "aid": self.aid,
            "level": self.level,
            "label": self.text.id,
            "values": dict(self.text.values),
            "field": self.field,
        }


@dataclass(frozen=True, slots=True)
class Symbol:
    """A character that an answer may need and few keyboards have.

    Offering it reveals nothing: it occurs in what the seat was sent. ``typed`` is what can be typed
    instead where only plain text can be entered.
    """

    character: str
    typed: str


SYMBOLS = "symbols"
"""The aid under which an offered way to write symbols is recorded. No game declares it and it is
always on: without it, some answers could not be written at all."""


CLOCK = "clock"
"""The aid under which a clock beside the answer is recorded. No game declares it: a setting of the
person shows it."""


def symbol_hint(means: str, *symbols: Symbol) -> Hint:
    """Return the note that says how to write some symbols: with a key, or by typing something
    else."""
    shown = " ".join(symbol.character for symbol in symbols)
    return Hint(label("form.symbol", means=means, symbol=shown), level="note", aid=SYMBOLS)


def no_hints(values: Values, view: View) -> tuple[Hint, ...]:
    """Return no hints: the check of a form that checks nothing."""
    return ()


@dataclass(frozen=True, slots=True)
class Form:
    """A way to answer one request.

    Attributes:
        fields: what a person fills in, in this order.
        compose: builds the raw response from the values; total on values that `problems` accepts.
            What a person typed is passed through `without_tags` first.
        check: returns hints on the values, given what the seat may see.
        private: ids of the fields whose content no other seat may learn (a hidden plan, a sealed
            offer); front ends mark them, the conformance kit verifies it.
        symbols: characters that front ends help to write wherever the answer is text, even when it
            is typed without this form.
        asks: the question without the surrounding protocol, shown where the form is filled in: a
            verbatim part of the request's message. None: the message is shown.
    """

    fields: tuple[Field, ...]
    compose: Callable[[Values], str]
    check: Callable[[Values, View], tuple[Hint, ...]] = no_hints
    private: frozenset[str] = frozenset()
    symbols: tuple[Symbol, ...] = ()
    asks: str | None = None

    @property
    def only_choices(self) -> bool:
        """Whether an answer is a choice among fixed options, without a word or number of one's own.

        The same choice again and again can be right, which the same words seldom are.
        """
        return bool(self.fields) and all(map(_is_choice, self.fields))


def _is_choice(field: Field) -> bool:
    match field:
        case ChoiceField() | MultiChoice():
            return True
        case Optional() | Repeat():
            return _is_choice(field.field)
        case OneOf() | Dependent():
            return all(_is_choice(each) for branch in field.branches for each in branch.fields)
        case _:
            return False
