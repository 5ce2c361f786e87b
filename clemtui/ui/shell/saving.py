"""Where files are saved, and how their paths are displayed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import count
from pathlib import Path


def default_folder() -> Path:
    """Return the default folder: the current one, or the home directory if that is not writable."""
    try:
        here = Path.cwd()
    except OSError:  # the folder has been removed
        return Path.home()
    return here if os.access(here, os.W_OK) else Path.home()


def display_path(path: Path) -> str:
    """Return a path for display, with the home directory as ``~``."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def unused_path(about: Sequence[str], end: Sequence[str], suffix: str) -> Path:
    """Return a path in the default folder under which there is nothing yet; see `named`."""
    from clemtui.archive.documents.files import named  # no first screen saves anything

    path = default_folder() / named(about, end, suffix)
    for number in count(2):
        if not (path.exists() or path.is_symlink()):
            break
        path = path.with_name(named(about, (*end, str(number)), suffix))
    return path
