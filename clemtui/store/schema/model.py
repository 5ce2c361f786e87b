"""The types that describe a table: columns, guards, merging, erasure, export."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

Kind = Literal["evidence", "derived", "mutable"]
"""Recorded and never recomputed; computed from evidence; or describing only the present."""

Refusal = Literal["erased episode", "erased scores", "forgotten person", "ended episode"]
"""A reason for which a trigger refuses a new row."""

OnExistingRow = Literal["refused", "ignored", "replaces"]
"""How a change treats a row whose key already exists."""

UTC_TIME = "UTC time"
"""The unit of every column that contains a time, and of no other."""

ROWS = "rows"
"""An export contains the episode's rows unchanged, in a list named after the table."""

REFERENCED = "referenced"
"""An export contains the referenced rows instead of the hashes that refer to them."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table or view.

    Attributes:
        name: as in the database.
        meaning: for the data dictionary.
        type: the SQLite type; empty in a virtual table.
        unit: for the data dictionary; empty if there is none.
        json: whether the text is JSON (see `clemtui.store.codec`).
        erased_value: SQL of the value that an erasure writes here; None: the value is kept.
        own_seat_only: apply ``erased_value`` only to rows of the own seat of the person whom the
            erasure deletes or whose sitting it erases.
        names_person: the value may be the name of a person, to whom the row does not refer. Their
            erasure replaces it by the name that they keep (`clemtui.store.write.names`).
        may_differ: databases may have different values for the same record; a merge keeps the
            existing one.
        set_once: NULL until it is set, once: the only change of a row of evidence that is no
            erasure. A merge and an emergency file set what is NULL here; such a column may differ,
            and an existing row of its table is ignored.
        exported: the column's path within an exported item, if it differs from its name; None: not
            exported.
    """

    name: str
    meaning: str
    type: str = "TEXT"
    unit: str = ""
    json: bool = False
    erased_value: str | None = None
    own_seat_only: bool = False
    names_person: bool = False
    may_differ: bool = False
    set_once: bool = False
    exported: str | None = ""

    @property
    def is_time(self) -> bool:
        """Whether the values are times as `clemtui.store.clock` writes them."""
        return self.unit == UTC_TIME


integer = partial(Column, type="INTEGER")
flag = partial(Column, type="INTEGER", unit="0 or 1")
tokens = partial(Column, type="INTEGER", unit="tokens")
real = partial(Column, type="REAL")
ms = partial(Column, type="REAL", unit="ms")
blob = partial(Column, type="BLOB", exported=None)
time = partial(Column, unit=UTC_TIME)
sha256 = partial(Column, unit="SHA-256")
json = partial(Column, json=True)

CLOCK = ms(
    "clock_ms",
    "monotonic clock of the process; for an import, time since the episode's start by its log",
    exported=None,
)


@dataclass(frozen=True, slots=True)
class Owner:
    """How a row identifies the episode, person or sitting that it belongs to.

    Attributes:
        column: the row's column, or several separated by commas.
        through: the table that the column refers to, unless it names the owner directly.
        owner_column: the column of that table that names the owner.
        key: the column of that table that ``column`` refers to.
    """

    column: str
    through: str = ""
    owner_column: str = ""
    key: str = "id"

    def of(self, row: str, database: str = "") -> str:
        """Return SQL for the owner of a row; ``database`` is a prefix such as ``incoming.``."""
        own = ", ".join(f"{row}.{each}" for each in self.column.split(", "))
        if not self.through:
            return own
        same = f"({self.key}) = ({own})" if ", " in own else f"{self.key} = {own}"
        return f"(SELECT {self.owner_column} FROM {database}{self.through} WHERE {same})"

    def within(self, owners: str) -> str:
        """Return an SQL condition for rows whose owner is in ``owners``, a list or a subquery."""
        if self.through:
            owners = (
                f"(SELECT {self.key} FROM {self.through} WHERE {self.owner_column} IN {owners})"
            )
        return f"({self.column}) IN {owners}"


EPISODE = Owner("episode")
PERSON = Owner("person")

Scope = Literal["episode", "person", "sitting"]
"""What an erasure covers, and a row can belong to."""


@dataclass(frozen=True, slots=True)
class Added:
    """Merging adds rows whose key is missing; rows with the same key must be the same record.

    ``played`` is the column that numbers what further play adds. If both databases have added to
    the same episode, it becomes two (`clemtui.store.merge.continuations`).
    """

    played: str = ""


@dataclass(frozen=True, slots=True)
class Newest:
    """Merging keeps, of rows with the same key, the one with the later time in column ``by``.

    Of rows that differ in nothing else, it keeps the earlier.
    """

    by: str


@dataclass(frozen=True, slots=True)
class ReplacedWithEpisode:
    """Merging takes the rows of episodes that have none here or are further along in the other."""


@dataclass(frozen=True, slots=True)
class CustomMerge:
    """Merging has its own code for this table; ``rule`` describes it.

    Attributes:
        newest: as ``by`` of `Newest`, if the rule keeps the later row.
    """

    rule: str
    newest: str | None = None


@dataclass(frozen=True, slots=True)
class NotMerged:
    """Merging does not change the table; ``why`` gives the reason."""

    why: str


Merging = Added | Newest | ReplacedWithEpisode | CustomMerge | NotMerged


@dataclass(frozen=True, slots=True)
class Table:
    """The description of a table for all code that handles it.

    Attributes:
        about: what the table contains, for the data dictionary.
        key: the columns that identify a record.
        unique: further such sets of columns.
        merge: what merging does with the rows.
        export: `ROWS`, `REFERENCED`, or the path prefix of its columns in the document of
            `clemtui.store.read.export`, such as ``entries[].``; None: not exported.
        episode, person, sitting: how a row identifies its episode, person or sitting.
        erased_with: whose erasure may change or delete rows; empty: rows never change. A row that
            belongs to several of them may be erased with each.
        deleted: an erasure deletes the rows; otherwise it overwrites columns.
        scores: only an erasure of text and scores does so.
        refuses: which new rows the triggers refuse.
        guards: triggers of its own; each replaces a derived trigger of the same name.
        searched: a new row queues its episode for the search index.
        counted: a changed row queues the result of its episode (`clemtui.store.results`).
        on_existing: see `OnExistingRow`.
        outdated: an SQL condition for a ``{row}`` that must not be there any more, or again.
        forked: a fork of an episode starts with a copy of its rows.
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
    sitting: Owner | None = None
    erased_with: tuple[Scope, ...] = ()
    deleted: bool = False
    scores: bool = False
    refuses: tuple[Refusal, ...] = ()
    guards: str = ""
    searched: bool = False
    counted: bool = False
    on_existing: OnExistingRow = "refused"
    outdated: str = ""
    forked: bool = False
    internal: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in order."""
        return tuple(column.name for column in self.columns)

    @property
    def set_once(self) -> tuple[str, ...]:
        """The columns that are set once; see `Column`."""
        return tuple(column.name for column in self.columns if column.set_once)

    @property
    def changed_by_erasure(self) -> bool:
        """Whether an erasure overwrites or deletes rows."""
        return self.deleted or any(column.erased_value is not None for column in self.columns)

    @property
    def newest(self) -> str | None:
        """The column with the time by which the later of two rows is kept; None: there is none."""
        match self.merge:
            case Newest(by):
                return by
            case CustomMerge(newest=by):
                return by
        return None

    @property
    def owners(self) -> dict[Scope, Owner]:
        """How a row identifies each thing that it belongs to."""
        found: dict[Scope, Owner | None] = {
            "episode": self.episode, "person": self.person, "sitting": self.sitting
        }  # fmt: skip
        return {scope: owner for scope, owner in found.items() if owner is not None}


of_episode = partial(Table, episode=EPISODE, erased_with=("episode",), refuses=("erased episode",))
"""A table whose rows belong to an episode and are erased with it."""


@dataclass(frozen=True, slots=True)
class View:
    """A view: a query for analyses that stays stable when tables change."""

    name: str
    about: str
    columns: tuple[Column, ...]
