"""The documentation of the settings, taken from the docstrings below them in the code."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from functools import cache


@cache
def documentation(kind: type) -> Mapping[str, str]:
    """Return the docstring of each attribute of a class as one line, in order.

    Attributes without a docstring are skipped. Requires the source of the class, which every
    installation includes.
    """
    (definition,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(definition, ast.ClassDef)
    found: dict[str, str] = {}
    for before, after in zip(definition.body, definition.body[1:], strict=False):
        if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name):
            match after:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    found[before.target.id] = " ".join(text.split())
    return found
