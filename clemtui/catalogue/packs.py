"""Language packs: a family's prompts, tags and options in one language, and words for people.

One TOML file per family and language. Prompts are experiment material: every translated entry
carries the hash of the English entry that it was made from, and a pack that is incomplete or stale
is not offered.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path

from clemtui.catalogue.errors import in_file, not_as_declared
from clemtui.engine import POLICIES, Texts, placeholders, sha256
from clemtui.strict import NotAsDeclared, read

SOURCE_LANGUAGE = "en"


@dataclass(frozen=True)
class CardEntry:
    """Where a pack comes from. ``reviewed_by`` is empty while no native speaker has reviewed it."""

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
    """A whole pack file."""

    policy: str
    card: CardEntry
    prompts: Mapping[str, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
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
            CatalogueError: if it cannot be read, says something unknown, or names an unknown
                text policy.
        """
        try:
            file = read(PackFile, tomllib.loads(path.read_text("utf-8")))
        except NotAsDeclared as error:
            raise not_as_declared(path, error) from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
            raise in_file(path, str(error)) from None
        if file.policy not in POLICIES:
            raise in_file(path, f"policy {file.policy!r} is unknown: use one of {list(POLICIES)}")
        if file.card.language != path.parent.name:
            raise in_file(path, f"the card says {file.card.language!r}, the folder does not")
        return cls(family, path, file)

    @property
    def language(self) -> str:
        """BCP 47 tag of its language."""
        return self.file.card.language

    @cached_property
    def texts(self) -> Texts:
        """What a game needs of it."""
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

    def entry_hashes(self) -> dict[str, str]:
        """The hash of every prompt, tag and option entry, by ``table.id``."""
        tables: dict[str, Mapping[str, object]] = {
            "prompts": self.file.prompts,
            "tags": self.file.tags,
            "options": self.file.options,
        }
        return {
            f"{name}.{id}": sha256(entry)[:16]
            for name, table in tables.items()
            for id, entry in table.items()
        }

    def problems(self, source: Pack | None) -> tuple[str, ...]:
        """Why it may not be offered, compared with the English pack: missing, unknown and stale
        entries, placeholders and numbers of options that differ. Empty for a pack that is complete
        and fresh, and for one that was written in its language and not translated."""
        if source is None:
            translated = bool(self.file.source)
            return ("the English pack that it was made from is missing",) if translated else ()
        if self.language == source.language:
            return ()
        wanted, mine = source.entry_hashes(), self.entry_hashes()
        found = [f"{id} is missing" for id in wanted if id not in mine]
        found += [f"{id} is not in the English pack" for id in mine if id not in wanted]
        for id in wanted.keys() & mine.keys():
            if self.file.source.get(id) != wanted[id]:
                found.append(f"{id} is stale: the English entry has changed since")
        for id, prompt in self.file.prompts.items():
            original = source.file.prompts.get(id, "")
            if id in source.file.prompts and placeholders(prompt) != placeholders(original):
                found.append(f"prompts.{id} has other placeholders than the English entry")
        for id, options in self.file.options.items():
            if len(options) != len(source.file.options.get(id, options)):
                found.append(f"options.{id} has another number of options than the English entry")
        return tuple(sorted(found))
