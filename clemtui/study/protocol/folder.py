"""The folder of a study: its protocol and the files that this names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from clemtui.episode.errors import UsageError
from clemtui.files import read_text
from clemtui.paths import absolute
from clemtui.resources import bundled_collection
from clemtui.study.errors import StudyError
from clemtui.study.protocol.model import NAME, Protocol
from clemtui.study.protocol.reading import FILE, parse_protocol

FOLDER = "studies"
"""Where studies are kept in the folder of a person's data, and examples in ``sessions``."""


@dataclass(frozen=True, slots=True)
class StudyFolder:
    """A study as it is on disk.

    Attributes:
        name: the name of the folder, by which commands and records call the study.
        text: the content of ``study.toml``, to find the lines of its entries.
        consents: the consent texts by language; a file that cannot be read is missing.
    """

    name: str
    path: Path
    text: str
    protocol: Protocol
    consents: Mapping[str, str]

    @property
    def file(self) -> Path:
        """The file with the protocol."""
        return self.path / FILE


def open_study(path: Path) -> StudyFolder:
    """Read the study in a folder.

    Raises:
        UsageError: if its name is not valid.
        StudyError: if its protocol is not valid, or a file cannot be read.
    """
    name, file = path.name, path / FILE
    text = _read(file)
    if text is None:
        raise StudyError(f"{file}: no such file; 'clemtui study new' creates one")
    check_name(name)
    protocol = parse_protocol(text, file)
    found = {tag: _inside(path, named) for tag, named in protocol.consent.items()}
    consents = {tag: content for tag, content in found.items() if content is not None}
    return StudyFolder(name, path, text, protocol, consents)


def check_name(name: str) -> None:
    """Check that a folder's name can be that of a study.

    Raises:
        UsageError: if it cannot.
    """
    if not re.fullmatch(NAME, name):
        raise UsageError(
            f"{name!r} cannot be the name of a study, which is that of its folder: use at most 40 "
            "lower-case letters, digits and hyphens"
        )


def find_study(named: str, data: Path) -> Path:
    """Return the folder of a study, given by its path, or by its name.

    Studies of that name are looked for in a person's data and among the examples.

    Args:
        data: the folder of a person's data.

    Raises:
        UsageError: if there is none; lists those that can be named.
    """
    given = absolute(named)
    if given.name == FILE:
        given = given.parent
    if (given / FILE).is_file():
        return given
    by_name = {path.name: path for path in _known(data)}
    if named in by_name:
        return by_name[named]
    known = ", ".join(sorted(by_name)) or "none"
    raise UsageError(f"unknown study {named!r}: name its folder, or one of these: {known}")


def own_folders(data: Path) -> Iterator[Path]:
    """Yield the folders of studies in the folder of a person's data, in order of their names."""
    for file in sorted((data / FOLDER).glob(f"*/{FILE}")):
        yield file.parent


def _known(data: Path) -> Iterator[Path]:
    """Yield the folders of studies that can be named, those of the person last."""
    yield from own_folders(bundled_collection() / "sessions")
    yield from own_folders(data)


def _inside(folder: Path, named: str) -> str | None:
    """Return the text of a file in a folder; None if it does not exist.

    Raises:
        StudyError: if it cannot be read, or a link leads out of the folder: what freezing stores
            and exports is what whoever received the folder can see in it.
    """
    file = folder / named
    try:
        inside = file.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a link to itself
        raise StudyError(f"{file}: cannot be read (a link that leads nowhere)") from None
    if not inside:
        raise StudyError(f"{file}: lies outside the study's folder; copy it there")
    return _read(file)


def _read(file: Path) -> str | None:
    """Return the text of a file; None if it does not exist.

    Raises:
        StudyError: if it cannot be read as UTF-8 text.
    """
    try:
        return read_text(file)
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise StudyError(f"{file}: not UTF-8 (byte {error.start}); save it as UTF-8") from None
    except OSError as error:
        raise StudyError(f"{file}: cannot be read ({error.strerror or error})") from None
