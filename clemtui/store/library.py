"""The database library, imported without two optional packages.

If numpy and pandas are installed (the extra ``stats`` installs them), sqlite_utils imports both to
map the column types of their values. No such value is ever stored here, and the two take more time
and memory than the rest of the program, so they are hidden during that one import.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

_HIDDEN_PACKAGES = ("numpy", "pandas")


class _HidingFinder(MetaPathFinder):
    """An import finder that hides packages from the thread that created it."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._thread = threading.get_ident()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname in self._names and threading.get_ident() == self._thread:
            raise ModuleNotFoundError(f"{fullname} is not needed here", name=fullname)
        return None


@contextmanager
def _hidden(*names: str) -> Iterator[None]:
    finder = _HidingFinder(names)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


with _hidden(*_HIDDEN_PACKAGES):
    from sqlite_utils import Database, Migrations

__all__ = ["Database", "Migrations"]
