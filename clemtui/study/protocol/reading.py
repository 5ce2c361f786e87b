"""Reading of ``study.toml``: every error names its line and what was expected there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from clemtui.files import NotTOML, parse_toml
from clemtui.players.llm.redaction import is_secret_name
from clemtui.strict import MISSING_ENTRY, NOT_A_LIST, NOT_A_TABLE, Place, unknown_name
from clemtui.study.errors import StudyError
from clemtui.study.protocol.model import Protocol

FILE = "study.toml"

_EXPECTED = {
    "bool_type": "must be true or false",
    "dict_type": NOT_A_TABLE,
    "finite_number": "must be a finite number",
    "float_type": "must be a number",
    "int_type": "must be a whole number",
    "mapping_type": NOT_A_TABLE,
    "missing": MISSING_ENTRY,
    "model_attributes_type": NOT_A_TABLE,
    "model_type": NOT_A_TABLE,
    "string_type": "must be text in quotes",
    "tuple_type": NOT_A_LIST,
}
"""By pydantic's type of an error; what it calls tuples and mappings is called otherwise in TOML."""

_BOUNDS = {
    "greater_than": "must be greater than {gt:g}",
    "greater_than_equal": "must be at least {ge:g}",
    "less_than": "must be less than {lt:g}",
    "less_than_equal": "must be at most {le:g}",
}
_KEY = "do not put keys here; set an environment variable and name it in api_key_env"


@dataclass(frozen=True, slots=True)
class Problem:
    """An error in the file: the line (from 1), the entry, and what was expected."""

    line: int
    place: Place
    what: str

    def __str__(self) -> str:
        entry = ".".join(str(step + 1) if isinstance(step, int) else step for step in self.place)
        return f"line {self.line}: {entry}: {self.what}"


class InvalidProtocol(StudyError):
    """The file is not a protocol. ``problems`` follow the order of the declaration."""

    def __init__(self, file: Path, problems: Sequence[Problem]) -> None:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{file}: {problems[0]}{more}")
        self.problems = tuple(problems)


def parse_protocol(text: str, file: Path) -> Protocol:
    """Parse a protocol; ``file`` is named in errors.

    Raises:
        StudyError: if it is not TOML.
        InvalidProtocol: a kind of it, if an entry is missing, unknown or of the wrong kind.
    """
    try:
        content = parse_toml(text)
    except NotTOML as error:
        raise StudyError(f"{file}: not TOML: {' '.join(str(error).split())}") from None
    try:
        return Protocol.model_validate(content)
    except ValidationError as error:
        found = [_problem(each, content) for each in error.errors(include_url=False)]
        # a list is also reported as too short after an error in one of its items
        own = [
            (place, what)
            for place, what in found
            if not any(place == other[: len(place)] and place != other for other, _ in found)
        ]
        lines = line_numbers(text, [place for place, _ in own])
        problems = [Problem(line, *each) for line, each in zip(lines, own, strict=True)]
        raise InvalidProtocol(file, problems) from None


def line_numbers(text: str, places: Sequence[Place]) -> list[int]:
    """Return the line of each place in a TOML text, from 1; if it is missing, that of its table.

    The parser itself finds them: a place is in the last line of the shortest beginning of the text
    that is valid and contains it, or where a value of several lines begins.
    """
    beginnings = _Beginnings(text)
    return [
        next(filter(None, (beginnings.line(place[:n]) for n in range(len(place), 0, -1))), 1)
        for place in places
    ]


class _Beginnings:
    """The beginnings of a TOML text, by the number of their lines; parsed as they are needed."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._parsed: dict[int, Any] = {0: {}}

    def line(self, place: Place) -> int | None:
        """Return the line of a place, from 1; None: it is not in the text."""
        shortest = top = len(self._lines)
        if not _contains(self._content(top), place):
            return None
        without = 0
        while top - without > 1:
            middle = (without + top) // 2
            end = next((at for at in range(middle, top) if self._content(at) is not None), None)
            if end is not None and not _contains(self._content(end), place):
                without = end
                continue
            top = middle  # what is between is in the middle of a value
            shortest = shortest if end is None else end
        return next(at for at in range(shortest - 1, -1, -1) if self._content(at) is not None) + 1

    def _content(self, lines: int) -> Any:
        """Return what a beginning says; None: it ends in the middle of a value."""
        if lines not in self._parsed:
            try:
                self._parsed[lines] = parse_toml("\n".join(self._lines[:lines]))
            except NotTOML:
                self._parsed[lines] = None
        return self._parsed[lines]


def _contains(content: Any, place: Place) -> bool:
    for step in place:
        if isinstance(content, Mapping) and step in content:
            content = content[step]
            continue
        if not isinstance(content, list) or not isinstance(step, int) or step >= len(content):
            return False
        content = content[step]
    return True


def _problem(error: ErrorDetails, content: Mapping[str, Any]) -> tuple[Place, str]:
    place = _place(error["loc"], content)
    kind, values = error["type"], error.get("ctx", {})
    name = str(place[-1]) if place else ""
    if kind == "extra_forbidden":
        what = _KEY if is_secret_name(name) else unknown_name("entry", name, _names(place[:-1]))
    elif kind in _EXPECTED:
        what = _EXPECTED[kind]
    elif kind in _BOUNDS:
        what = _BOUNDS[kind].format(**values)
    elif kind == "literal_error":
        what = f"must be {str(values['expected']).replace(chr(39), chr(34))}"
    elif kind in ("too_short", "string_too_short"):
        what = "must not be empty"
    elif kind == "string_pattern_mismatch":
        what = f"must match {values['pattern']}"
    else:
        message = error["msg"].removeprefix("Value error, ")
        what = message[0].lower() + message[1:]
    return place, what


def _place(steps: Sequence[str | int], content: Any) -> Place:
    """Return where an error is, without pydantic's names for alternatives."""
    found: list[str | int] = []
    for number, step in enumerate(steps):
        inside = _contains(content, (step,))
        if inside or (number == len(steps) - 1 and isinstance(content, Mapping)):
            found.append(step)
            content = content[step] if inside else None
    return tuple(found)


def _names(place: Place) -> tuple[str, ...]:
    """Return the entries of the table at a place."""
    models: list[type[BaseModel]] = [Protocol]
    for step in place:
        if isinstance(step, str):
            fields = (model.model_fields.get(step) for model in models)
            models = [each for field in fields if field for each in _models(field.annotation)]
    return tuple(dict.fromkeys(name for model in models for name in model.model_fields))


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models that an annotation contains."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) in (Union, UnionType, tuple) or get_args(annotation):
        for each in get_args(annotation):
            yield from _models(each)
