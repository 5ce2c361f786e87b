"""The tables of databases, contents, people and their sittings."""

from __future__ import annotations

from clemtui.records.names import FORGOTTEN
from clemtui.store.schema.model import (
    CLOCK,
    PERSON,
    REFERENCED,
    Added,
    Column,
    CustomMerge,
    NotMerged,
    Owner,
    Table,
    integer,
    json,
    sha256,
    time,
)

PEOPLE = (
    Table(
        "databases",
        "evidence",
        "One row: the id of this database, which people created here have as their home.",
        (
            Column("id", "UUID of the database"),
            time("created_at", "when it was created"),
        ),
        key=("id",),
        merge=NotMerged("each database has its own"),
        export=None,
    ),
    Table(
        "contents",
        "evidence",
        "Complete contents that episodes refer to, each stored once.",
        (
            sha256("hash", "hash of the compact JSON of the content, keys in their stored order"),
            Column(
                "kind",
                "`instance`, `word list`, `experiment`, `texts`, `parameters`, `condition`, "
                "`environment`, `consent`, `manifest`, `work item` or `study`",
                may_differ=True,
            ),
            json(
                "body",
                "the content; an instance refers to its word lists by hash, and an "
                "official one to the `experiment` that it was read from (the JSON of its "
                "file, as text)",
            ),
        ),
        key=("hash",),
        merge=Added(),
        export=REFERENCED,
        on_existing="ignored",
    ),
    Table(
        "people",
        "evidence",
        "People who play, under a pseudonym. A deleted person keeps a row without the pseudonym.",
        (
            Column("id", "id of the person", exported="seats[].person"),
            Column(
                "pseudonym",
                "the name given with `--as`; never a name or address that identifies someone",
                erased_value=f"'{FORGOTTEN}' || :erasure",
                may_differ=True,
                exported="people[]",
            ),
            time("created_at", "when the person was created", may_differ=True, exported=None),
            Column(
                "home",
                "id of the database in which the person was created, or first imported",
                may_differ=True,
                exported=None,
            ),
        ),
        key=("id",),
        unique=(("pseudonym",),),
        merge=CustomMerge(
            "adds missing people; if a name is taken here, the end of the id is appended"
        ),
        export="",
        person=Owner("id"),
        erased_with=("person",),
    ),
    Table(
        "consents",
        "evidence",
        "People's decisions about each use of their data. The latest row for a purpose is valid.",
        (
            Column("id", "id of the decision"),
            Column("person", "who decided (`people.id`)"),
            Column("purpose", "the use, e.g. `record`, `publish`"),
            Column("decision", "`given`, `refused` or `withdrawn`"),
            sha256("document", "the text that was shown (`contents.hash`); NULL: none"),
            time("at", "when"),
        ),
        key=("id",),
        merge=Added(),
        export=None,
    ),
    Table(
        "sessions",
        "evidence",
        "Sittings: one run of the program, with at most one person at the keyboard.",
        (
            Column("id", "id of the sitting"),
            Column(
                "person",
                "the person at the keyboard (`people.id`); NULL for `run`, `replay` and `import`",
            ),
            Column("front", "`app`, `plain`, `run`, `replay` or `import`"),
            time("started_at", "when it started"),
            integer(
                "utc_offset_minutes", "by how much local time was ahead of UTC", unit="minutes"
            ),
            Column("program_version", "version of clemtui"),
            Column("python", "version of Python"),
            Column("platform", "operating system; empty if it was erased", erased_value="''"),
            time("clock_epoch", "when the monotonic clock of this process read 0"),
        ),
        key=("id",),
        merge=Added(),
        export=None,
        person=PERSON,
        sitting=Owner("id"),
        erased_with=("person", "sitting"),
        refuses=("forgotten person",),
    ),
    Table(
        "sitting_events",
        "evidence",
        "Events that concern a sitting as a whole.",
        (
            Column("id", "id of the event"),
            Column("session", "the sitting"),
            Column("kind", "`paused`, `resumed`, `focus lost`, `focus gained` or `ended`"),
            time("at", "when"),
            CLOCK,
            Column("note", "remark; usually empty", erased_value="''"),
        ),
        key=("id",),
        merge=Added(),
        export=None,
        person=Owner("session", "sessions", "person"),
        sitting=Owner("session"),
        erased_with=("person", "sitting"),
    ),
)
