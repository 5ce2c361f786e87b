"""The terms in which the store describes a table: columns, guards, merging, erasure, export."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

Kind = Literal["evidence", "derived", "mutable"]
"""Recorded and never computed again; computed from evidence; true only now."""

Refusal = Literal["erased episode", "forgotten person", "ended episode"]
"""Why a trigger refuses a new row."""

Again = Literal["refused", "ignored", "replaces"]
"""What a change does with a row whose key is there already."""

ROWS = "rows"
"""An export carries the rows of the episode as they are, in a list named like the table."""

REFERENCED = "referenced"
"""An export carries the rows in place of the hashes that refer to them."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table or view.

    Attributes:
        name: as in the database.
        meaning: for the data dictionary.
        type: as SQLite knows it; empty in a virtual table.
        unit: for the data dictionary; empty where there is none.
        json: whether the text is JSON (see `clemtui.store.codec`).
        blank: SQL of the value that an erasure puts here; None: the value stays.
        own: blank it only in the rows of the forgotten person's own seat.
        free: databases may differ here about the same record; a merge keeps what is there.
        exported: where an item of the export has it, if not under its name; None: nowhere.
    """

    name: str
    meaning: str
    type: str = "TEXT"
    unit: str = ""
    json: bool = False
    blank: str | None = None
    own: bool = False
    free: bool = False
    exported: str | None = ""


integer = partial(Column, type="INTEGER")
flag = partial(Column, type="INTEGER", unit="0 or 1")
tokens = partial(Column, type="INTEGER", unit="tokens")
real = partial(Column, type="REAL")
ms = partial(Column, type="REAL", unit="ms")
blob = partial(Column, type="BLOB", exported=None)
time = partial(Column, unit="UTC time")
sha256 = partial(Column, unit="SHA-256")
json = partial(Column, json=True)

CLOCK = ms("clock_ms", "monotonic clock", exported=None)


@dataclass(frozen=True, slots=True)
class Owner:
    """How a row names the episode or person that it belongs to.

    Attributes:
        column: of the row; several with commas between them.
        through: the table to whose rows the column refers, where it is not the owner itself.
        wanted: the column of that table which names the owner.
        key: what the column holds of that table.
    """

    column: str
    through: str = ""
    wanted: str = ""
    key: str = "id"

    def of(self, row: str, database: str = "") -> str:
        """SQL of the owner of a row; ``database`` is a prefix such as ``incoming.``."""
        own = ", ".join(f"{row}.{each}" for each in self.column.split(", "))
        if not self.through:
            return own
        same = f"({self.key}) = ({own})" if ", " in own else f"{self.key} = {own}"
        return f"(SELECT {self.wanted} FROM {database}{self.through} WHERE {same})"

    def within(self, owners: str) -> str:
        """SQL that is true of the rows whose owner is in the list or subquery ``owners``."""
        if self.through:
            owners = f"(SELECT {self.key} FROM {self.through} WHERE {self.wanted} IN {owners})"
        return f"({self.column}) IN {owners}"


EPISODE = Owner("episode")
PERSON = Owner("person")


@dataclass(frozen=True, slots=True)
class Added:
    """Merging adds the rows whose key is missing; a row that both have must be the same record.

    ``played`` is the column that counts what playing on adds: both databases having added to one
    episode is refused.
    """

    played: str = ""


@dataclass(frozen=True, slots=True)
class Newest:
    """Merging keeps, of rows with one key, the one with the later time in column ``by``."""

    by: str


@dataclass(frozen=True, slots=True)
class WithEpisode:
    """Merging takes the rows of episodes that have none here or got further in the other."""


@dataclass(frozen=True, slots=True)
class OwnRule:
    """Merging has code of its own for this table; ``rule`` says what it does."""

    rule: str


@dataclass(frozen=True, slots=True)
class Stays:
    """Merging leaves the table alone; ``why`` says why."""

    why: str


Merging = Added | Newest | WithEpisode | OwnRule | Stays


@dataclass(frozen=True, slots=True)
class Table:
    """A table, once for everything that handles it.

    Attributes:
        about: what it holds, for the data dictionary.
        key: the columns that make two rows the same record.
        unique: further such sets of columns.
        merge: what merging does with the rows.
        export: `ROWS`, `REFERENCED`, or where the document of `clemtui.store.read.export` has
            them: a prefix of the paths of the columns, such as ``entries[].``; None: left out.
        episode, person: how a row names its episode, its person.
        erased_with: whose erasure may change or delete rows; None: no row ever changes.
        deleted: an erasure deletes the rows; otherwise it blanks columns.
        refuses: which new rows the triggers refuse.
        guards: triggers of its own; one takes the place of a derived trigger of the same name.
        searched: a new row sends its episode to the search index.
        again: see `Again`.
        forked: a fork of an episode begins with a copy of its rows.
        internal: written by the store itself, never as part of a change.
    """

    name: str
    kind: Kind
    about: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    merge: Merging
    export: str | None
    unique: tuple[tuple[str, ...], ...] = ()
    episode: Owner | None = None
    person: Owner | None = None
    erased_with: Literal["episode", "person"] | None = None
    deleted: bool = False
    refuses: tuple[Refusal, ...] = ()
    guards: str = ""
    searched: bool = False
    again: Again = "refused"
    forked: bool = False
    internal: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(column.name for column in self.columns)

    @property
    def changed_by_erasure(self) -> bool:
        """Whether an erasure blanks or deletes rows."""
        return self.deleted or any(column.blank is not None for column in self.columns)


@dataclass(frozen=True, slots=True)
class View:
    """A view: for analysis, and stable where tables change."""

    name: str
    about: str
    columns: tuple[Column, ...]
