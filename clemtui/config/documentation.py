"""The documentation of the settings: the docstring under each of them in the code."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from functools import cache


@cache
def documentation(kind: type) -> Mapping[str, str]:
    """What is written under each attribute of a class, on one line each, in their order.

    An attribute without a text is left out. The class needs its source, which every installation
    has.
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
