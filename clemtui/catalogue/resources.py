"""Files that an official instance file refers to, found next to it in a clembench checkout."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import Any

from clemtui.engine import UnreadableInstances
from clemtui.files import read_text


def read_json(path: Path) -> Any:
    """Return the content of a JSON file.

    Raises:
        OSError: if it cannot be read.
        ValueError: if it is not JSON, or contains a value that is not a JSON number (``NaN``).
        RecursionError: if it is nested too deeply.
    """
    return json.loads(read_text(path), parse_constant=_no_number)


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is not a JSON number")


def resource(instances: Path, name: str) -> Any:
    """Return a JSON file in the family's folder, whose folder ``in`` contains the instance file.

    Raises:
        UnreadableInstances: if it is missing, cannot be read, or is not in the family's folder.
    """
    steps = PurePosixPath(name)
    if steps.is_absolute() or ".." in steps.parts or "\\" in name:
        raise UnreadableInstances(
            f"it refers to {name!r}, which is outside the folder of its family"
        )
    path = instances.absolute().parent.parent / steps
    try:
        return read_json(path)
    except FileNotFoundError:
        raise UnreadableInstances(
            f"its texts in {path} are missing: keep the file in the folder 'in' of a "
            "clembench checkout"
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise UnreadableInstances(f"its texts in {path} cannot be read: {error}") from None
