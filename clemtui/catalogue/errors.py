"""Errors in a collection, a game, an instance file or a language pack."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from clemtui.strict import TableError

if TYPE_CHECKING:
    from pydantic import ValidationError


class CatalogueError(Exception):
    """Raised if something on disk cannot be used; the message is one line that says what to do."""


class NotACollection(CatalogueError):
    """A folder that was named as a collection is none."""


def first_problem(error: ValidationError) -> str:
    """Return the first problem found by pydantic, as ``place: what``."""
    problem = error.errors(include_url=False)[0]
    place = ".".join(str(step) for step in problem["loc"]) or "the file"
    return f"{place}: {problem['msg'][0].lower()}{problem['msg'][1:]}"


def declaration_error(path: Path, error: TableError) -> CatalogueError:
    """Return an error that names the file and the first problem in it."""
    return file_error(path, str(error.problems[0]))


def file_error(path: Path, what: str) -> CatalogueError:
    """Return an error that names the file."""
    return CatalogueError(f"{path}: {' '.join(what.split())}")
