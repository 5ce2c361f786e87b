"""Forms: how a person may answer a request without typing the protocol by hand.

A form is pure: fields, a ``compose`` that yields the raw response a model would have to produce,
and a ``check`` that looks at the values before they are sent. Values are a mapping from field ids
to strings, numbers, lists and mappings, as each field says.
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
    """One line of text (str)."""

    id: str
    name: Label
    required: bool = True
    max_length: int | None = None


@dataclass(frozen=True, slots=True)
class TextField:
    """Text of several lines (str)."""

    id: str
    name: Label
    required: bool = True


@dataclass(frozen=True, slots=True)
class WordField:
    """One word (str) of a fixed number of letters, or of any length.

    ``alphabet`` are the letters it may have (empty: any); ``words`` is the list that the game
    accepts, for the word look-up aid and for scripted players. ``alike`` are characters that are
    typed for letters of the alphabet ("é" for "e", "œ" for "oe", "İ" for "i"); ``capitals`` are
    those letters whose capital is not Unicode's, with it.
    """

    id: str
    name: Label
    length: int | None = None
    alphabet: str = ""
    words: frozenset[str] = frozenset()
    required: bool = True
    alike: Mapping[str, str] = field(default_factory=dict)
    capitals: Mapping[str, str] = field(default_factory=dict)

    def read(self, typed: str) -> str:
        """What was typed, in letters of the alphabet where it is alike."""
        return "".join(self.alike.get(character, character) for character in typed)


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a choice: the value that is sent, and its name for people."""

    value: str
    name: Label | str


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """Exactly one of some options (str)."""

    id: str
    name: Label
    options: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class NumberField:
    """A whole number (int) between two bounds, both included."""

    id: str
    name: Label
    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class GridField:
    """A grid of characters (list of rows, each a string of ``columns`` characters).

    ``initial`` is the grid that a person starts from (empty: one of blanks).
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
    """Several of some options, without repetition (list of str, in the order chosen)."""

    id: str
    name: Label
    options: tuple[Choice, ...]
    minimum: int = 0
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class Optional:
    """A field that may be left out: its id is then absent from the values."""

    field: Field

    @property
    def id(self) -> str:
        """The id of the field inside."""
        return self.field.id

    @property
    def name(self) -> Label:
        """The name of the field inside."""
        return self.field.name


@dataclass(frozen=True, slots=True)
class Repeat:
    """A field several times (list of its values)."""

    id: str
    name: Label
    field: Field
    minimum: int = 0
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """One way of a `OneOf` or a `Dependent`: some fields under a name."""

    id: str
    name: Label
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several ways to answer: {"branch": id, and the values of that branch's fields}."""

    id: str
    name: Label
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Dependent:
    """Fields that depend on what was chosen in an earlier `ChoiceField` of the same form.

    The branch whose id is the chosen value applies; its fields' values stand beside the others.
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
    """What an aid or the form itself says of values that were not sent yet.

    ``level`` error: the answer would break the required form; warning: it may be sent, but costs.
    ``aid`` is the id of the aid that gives it; None for what the form needs to be complete.
    """

    text: Label
    level: Literal["warning", "error", "note"] = "warning"
    aid: str | None = None
    field: str | None = None

    def to_json(self) -> dict[str, Any]:
        """As it is recorded with the response (`Timing.hints`)."""
        return {
            "aid": self.aid,
            "level": self.level,
            "label": self.text.id,
            "values": dict(self.text.values),
            "field": self.field,
        }


@dataclass(frozen=True, slots=True)
class Symbol:
    """A character that an answer may need and that few keyboards have.

    It tells nothing: it stands in what the seat was sent. ``typed`` is what may be typed for it
    where there are only lines of text.
    """

    character: str
    typed: str


SYMBOLS = "symbols"
"""The aid under which it is recorded that a way to write symbols was offered. No game declares it,
and it is never off: without it some answers could not be written at all."""


def symbol_hint(means: str, *symbols: Symbol) -> Hint:
    """The note that says what writes some symbols: a key, or what is typed for one."""
    shown = " ".join(symbol.character for symbol in symbols)
    return Hint(label("form.symbol", means=means, symbol=shown), level="note", aid=SYMBOLS)


def no_hints(values: Values, view: View) -> tuple[Hint, ...]:
    """The check of a form that never has anything to say."""
    return ()


@dataclass(frozen=True, slots=True)
class Form:
    """A way to answer one request.

    Attributes:
        fields: what a person fills in, in this order.
        compose: makes the raw response of the values; total on values that `problems` accepts.
        check: hints on the values, given what the seat may see.
        private: ids of the fields whose content no other seat may learn (a hidden plan, a sealed
            offer); fronts mark them, the conformance kit proves it.
        symbols: characters that fronts help to write wherever the answer is text, also where it is
            written without this form.
        asks: the question without the protocol around it, for the place where the form is filled
            in: part of the message that asks, word for word. None: the message is shown.
    """

    fields: tuple[Field, ...]
    compose: Callable[[Values], str]
    check: Callable[[Values, View], tuple[Hint, ...]] = no_hints
    private: frozenset[str] = frozenset()
    symbols: tuple[Symbol, ...] = ()
    asks: str | None = None
