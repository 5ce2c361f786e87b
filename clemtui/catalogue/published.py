"""Read a family's ``published.toml``: published results of models on official instances, and of
people."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clemtui.catalogue.errors import declaration_error, file_error
from clemtui.files import NotTOML, parse_toml, read_text
from clemtui.records.published import PublishedPeople, PublishedResults
from clemtui.strict import TableError, read

FILE = "published.toml"


@dataclass(frozen=True, slots=True)
class Published:
    """What is published about the games of a family.

    Attributes:
        results: those of models.
        people: those of people.
    """

    results: tuple[PublishedResults, ...] = ()
    people: tuple[PublishedPeople, ...] = ()


def read_published(folder: Path) -> Published:
    """Return what is published about a family's games; nothing if the file is missing.

    Raises:
        CatalogueError: if the file cannot be read or is invalid.
    """
    path = folder / FILE
    if not path.exists():
        return Published()
    try:
        return read(Published, parse_toml(read_text(path, "utf-8")))
    except TableError as error:
        raise declaration_error(path, error) from None
    except (NotTOML, UnicodeDecodeError, OSError) as error:
        raise file_error(path, str(error)) from None
