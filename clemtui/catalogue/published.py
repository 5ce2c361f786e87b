"""Read a family's ``published.toml``: published results of models on official instances."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from clemtui.catalogue.errors import declaration_error, file_error
from clemtui.files import NotTOML, parse_toml, read_text
from clemtui.records.published import PublishedResults
from clemtui.strict import TableError, not_empty, read

FILE = "published.toml"


@dataclass(frozen=True, slots=True)
class _PublishedFile:
    results: Annotated[tuple[PublishedResults, ...], not_empty]


def read_published(folder: Path) -> tuple[PublishedResults, ...]:
    """Return the published results of a family's games; empty if the file is missing.

    Raises:
        CatalogueError: if the file cannot be read or is invalid.
    """
    path = folder / FILE
    if not path.exists():
        return ()
    try:
        return read(_PublishedFile, parse_toml(read_text(path, "utf-8"))).results
    except TableError as error:
        raise declaration_error(path, error) from None
    except (NotTOML, UnicodeDecodeError, OSError) as error:
        raise file_error(path, str(error)) from None
