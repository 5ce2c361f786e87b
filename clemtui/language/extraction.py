"""Extract the strings of the interface for ``pybabel extract`` (see `clemtui.language.interface`).

Babel's own extractor reads tokens: it silently ignores f-strings, and joins the two strings of
``"a" if x else "b"``. This one reads the syntax tree, and rejects what it cannot extract.
"""

from __future__ import annotations

import ast
import string
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

from babel.messages.catalog import PYTHON_FORMAT

COMMENT = "# Translators:"
# Called name -> the gettext function that it stands for, and its number of messages.
_FUNCTIONS = {"translatable": ("gettext", 1)}
_METHODS = {**_FUNCTIONS, "text": ("gettext", 1), "plural": ("ngettext", 2)}

Found = tuple[int, str, str | tuple[str, ...], list[str]]


class NotExtractable(ValueError):
    """Raised if a string cannot be in a catalogue as written; the message says where and how."""


def extract(
    file: IO[bytes],
    keywords: Mapping[str, Any],
    comment_tags: Collection[str],
    options: Mapping[str, Any],
) -> Iterator[Found]:
    """Yield line, function, message and comments of each string: Babel's extraction interface.

    Raises:
        NotExtractable: if a string is not a plain literal, or its placeholders are not plain.
        SyntaxError: if the file is not valid Python.
    """
    name = getattr(file, "name", "<source>")
    source = file.read().decode("utf-8")
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source, str(name))):
        if not isinstance(node, ast.Call):
            continue
        marker = _marker(node.func)
        if marker is None:
            continue
        function, count = marker
        place = f"{name}:{node.lineno}"
        alternatives = [_literals(argument, place) for argument in node.args[:count]]
        if len(alternatives) < count or not all(alternatives):
            continue  # a variable, marked where its string is written
        comments = _comments(lines, node.lineno)
        if function == "ngettext":
            if any(len(strings) > 1 for strings in alternatives):
                raise NotExtractable(f"{place}: a plural message must be two plain strings")
            yield node.lineno, function, tuple(found[0] for found in alternatives), comments
        else:
            for message in alternatives[0]:
                yield node.lineno, function, message, comments


def _marker(called: ast.expr) -> tuple[str, int] | None:
    if isinstance(called, ast.Attribute):
        return _METHODS.get(called.attr)
    return _FUNCTIONS.get(called.id) if isinstance(called, ast.Name) else None


def _literals(argument: ast.expr, place: str) -> list[str]:
    """Return the strings that an argument may be; none for a variable."""
    if isinstance(argument, ast.IfExp):
        return [*_literals(argument.body, place), *_literals(argument.orelse, place)]
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        check_message(argument.value, place)
        return [argument.value]
    method_of_literal = (
        isinstance(argument, ast.Call)
        and isinstance(argument.func, ast.Attribute)
        and isinstance(argument.func.value, ast.Constant)
    )
    if method_of_literal or isinstance(argument, ast.JoinedStr | ast.BinOp):
        raise NotExtractable(
            f"{place}: a message must be a plain string; pass its values as keyword arguments"
        )
    return []


def check_message(message: str, place: str) -> None:
    """Check that translators and the program can handle a message.

    Raises:
        NotExtractable: if it is empty, has other than plain ``{name}`` placeholders, or has a
            percent sign that gettext would treat as a placeholder.
    """
    if not message.strip():
        raise NotExtractable(f"{place}: a message must not be empty")
    if PYTHON_FORMAT.search(message):
        raise NotExtractable(
            f"{place}: a message must not contain a percent sign; pass ui.percent(...)"
        )
    try:
        fields(message)
    except ValueError as error:
        raise NotExtractable(f"{place}: {error}") from error


def fields(message: str) -> frozenset[str]:
    """Return the names of the placeholders of a message.

    Raises:
        ValueError: if a placeholder is not a plain ``{name}``, or braces do not match.
    """
    names = set()
    for _, name, specification, conversion in string.Formatter().parse(message):
        if name is None:
            continue
        if not name.isidentifier() or specification or conversion:
            raise ValueError(f"placeholders must be plain {{name}}s, unlike one in {message!r}")
        names.add(name)
    return frozenset(names)


def _comments(lines: list[str], line: int) -> list[str]:
    """Return the comment for translators directly above a line (counted from 1)."""
    above: list[str] = []
    for text in reversed(lines[: line - 1]):
        stripped = text.strip()
        if not stripped.startswith("#"):
            break
        above.insert(0, stripped)
        if stripped.startswith(COMMENT):
            return [" ".join(text.lstrip("# ") for text in above)]
    return []
