"""Language packs: a family's prompts, tags and options in one language, and labels for people.

There is one TOML file per family and language. Prompts are experiment material. Every translated
entry carries the hash of the English entry that it was made from. The English pack lists the
constraints that each prompt states, and every other pack ticks those that its own prompt states. A
pack that is incomplete, stale or not equivalent is not available.

A pack may also be a paraphrase of its own language. Its tag then ends in a private-use part, as in
``en-x-para1`` (BCP 47), and it is played on the instances of that language.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from pathlib import Path

from clemtui.catalogue.errors import declaration_error, file_error
from clemtui.engine import POLICIES, Texts, base_language, sha256
from clemtui.files import NotTOML, parse_toml, read_text
from clemtui.strict import TableError, read

SOURCE_LANGUAGE = "en"

_INTERFACE_TABLES = ("card", "interface_only", "interface")
"""The tables allowed in a pack without prompts."""


def looks_interface_only(path: Path) -> bool:
    """Whether the first lines of a pack's file, before any table, say that it has no prompts.

    This costs a hundredth of reading the pack, and is right for every valid one.
    """
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = itertools.takewhile(lambda line: not line.startswith("["), file)
            return any(re.match(r"interface_only\s*=\s*true\b", line) for line in head)
    except OSError:
        return False  # reading the pack says what is wrong


@dataclass(frozen=True)
class CardEntry:
    """The origin of a pack. ``reviewed_by`` is empty until a native speaker has reviewed it."""

    language: str
    version: str
    translator: str
    method: str
    reviewed_by: str
    date: str
    source_version: str
    licence: str
    notes: str = ""


@dataclass(frozen=True)
class PackFile:
    """A complete pack file.

    Attributes:
        policy: the text policy; empty for a pack without prompts.
        any_number: in the English pack, the option lists whose length may differ in other languages
            (the rows of a keyboard).
        interface_only: whether it contains labels for people but no prompts, so that games cannot
            be played with it.
        constraints: in the English pack, what each prompt states: a sentence by constraint id, by
            prompt.
        states: in every other pack, the ids of the constraints that each prompt states.
        source: in every other pack, the hash of the English entry that each entry was made from.
    """

    card: CardEntry
    policy: str = ""
    any_number: tuple[str, ...] = ()
    interface_only: bool = False
    prompts: Mapping[str, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    constraints: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    states: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    interface: Mapping[str, str] = field(default_factory=dict)
    source: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Pack:
    """A language pack of a family."""

    family: str
    path: Path
    file: PackFile

    @classmethod
    def read(cls, family: str, path: Path) -> Pack:
        """Read a pack file.

        Raises:
            CatalogueError: if it cannot be read, has unknown fields or an unknown text policy, or
                has prompts although it is for the interface only.
        """
        try:
            file = read(PackFile, parse_toml(read_text(path, "utf-8")))
        except TableError as error:
            raise declaration_error(path, error) from None
        except (NotTOML, UnicodeDecodeError, OSError) as error:
            raise file_error(path, str(error)) from None
        if file.interface_only:
            rest = [each.name for each in fields(file) if each.name not in _INTERFACE_TABLES]
            if there := [name for name in rest if getattr(file, name)]:
                what = f"it is interface_only, so it must not have {', '.join(there)}"
                raise file_error(path, what)
        elif file.policy not in POLICIES:
            raise file_error(
                path, f"unknown policy {file.policy!r}; available: {', '.join(POLICIES)}"
            )
        if file.card.language != path.parent.name:
            raise file_error(
                path, f"card.language is {file.card.language!r}, but must be the name of the folder"
            )
        return cls(family, path, file)

    @property
    def language(self) -> str:
        """Its language, as a BCP 47 tag."""
        return self.file.card.language

    @property
    def interface_only(self) -> bool:
        """Whether it contains labels for people but no prompts, so that it has no `texts`."""
        return self.file.interface_only

    @property
    def is_paraphrase(self) -> bool:
        """Whether it paraphrases its language, for comparison; it then has no interface texts."""
        return self.language != base_language(self.language)

    @cached_property
    def texts(self) -> Texts:
        """The texts that a game needs."""
        return Texts(
            language=self.language,
            prompts=self.file.prompts,
            tags=self.file.tags,
            options=self.file.options,
            policy=POLICIES[self.file.policy],
            card=asdict(self.file.card),
        )

    @property
    def words(self) -> Mapping[str, str]:
        """Labels for people, by id."""
        return self.file.interface

    @cached_property
    def entry_hashes(self) -> Mapping[str, str]:
        """The hash of every prompt, tag and option entry, by ``table.id``."""
        tables: dict[str, Mapping[str, object]] = {
            "prompts": self.file.prompts,
            "tags": self.file.tags,
            "options": self.file.options,
        }
        return {
            f"{name}.{id}": entry_hash(entry)
            for name, table in tables.items()
            for id, entry in table.items()
        }

    def needed(self, source: Pack) -> Mapping[str, str]:
        """Return the entries of the English pack that it must have, with their hashes."""
        return {} if self.interface_only else source.entry_hashes


def entry_hash(entry: object) -> str:
    """Return a hash that identifies the wording of a prompt, tag or list of options."""
    return sha256(entry)[:16]
