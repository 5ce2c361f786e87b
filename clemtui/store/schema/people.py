"""Databases, contents, and who sits there."""

from __future__ import annotations

from clemtui.store.schema.model import (
    CLOCK,
    PERSON,
    REFERENCED,
    Added,
    Column,
    Owner,
    OwnRule,
    Stays,
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
        "One row: this database, as the home of the people made in it.",
        (
            Column("id", "UUID of the database"),
            time("created_at", "when it was made"),
        ),
        key=("id",),
        merge=Stays("each database has its own"),
        export=None,
    ),
    Table(
        "contents",
        "evidence",
        "Complete content that episodes refer to, stored once however often it is used.",
        (
            sha256("hash", "of the compact JSON of the content, keys in their stored order"),
            Column(
                "kind",
                (
                    "`instance`, `word list`, `experiment`, `texts`, `parameters`, `condition`, "
                    "`environment` or `consent`"
                ),
                free=True,
            ),
            json(
                "body",
                (
                    "the content; an instance names its word lists by hash, and an official one "
                    "the `experiment` that it was read from (the JSON of its file, as a text)"
                ),
            ),
        ),
        key=("hash",),
        merge=Added(),
        export=REFERENCED,
        again="ignored",
    ),
    Table(
        "people",
        "evidence",
        (
            "Who plays, under a pseudonym. A person who was forgotten keeps a row without the "
            "pseudonym."
        ),
        (
            Column("id", "id of the person", exported="seats[].person"),
            Column(
                "pseudonym",
                "the name given with `--as`; never a name or address that identifies somebody",
                blank="'forgotten ' || :erasure",
                free=True,
                exported="people[]",
            ),
            time("created_at", "when the person was made", exported=None),
            Column("home", "id of the database in which the person was made", exported=None),
        ),
        key=("id",),
        unique=(("pseudonym",),),
        merge=OwnRule(
            "adds who is missing; a name that is taken here gets the end of the id behind it"
        ),
        export="",
        person=Owner("id"),
        erased_with="person",
    ),
    Table(
        "consents",
        "evidence",
        "What a person decided about each use of their data. The latest row of a purpose holds.",
        (
            Column("id", "id of the decision"),
            Column("person", "who decided (`people.id`)"),
            Column("purpose", "what for, e.g. `record`, `publish`"),
            Column("decision", "`given`, `refused` or `withdrawn`"),
            sha256("document", "the text that was shown (`contents.hash`); NULL where none was"),
            time("at", "when"),
        ),
        key=("id",),
        merge=Added(),
        export=None,
    ),
    Table(
        "sessions",
        "evidence",
        "Sittings: one run of the program, with at most one person in front of it.",
        (
            Column("id", "id of the sitting"),
            Column("person", "who sits there (`people.id`); NULL for `run`, `replay` and `import`"),
            Column("front", "`app`, `plain`, `run`, `replay` or `import`"),
            time("started_at", "when it began"),
            integer("utc_offset_minutes", "how far local time was ahead of UTC", unit="minutes"),
            Column("program_version", "version of clemtui"),
            Column("python", "version of Python"),
            Column(
                "platform", "operating system; empty where the person was forgotten", blank="''"
            ),
            time("clock_epoch", "when the monotonic clock of this process read 0"),
        ),
        key=("id",),
        merge=Added(),
        export=None,
        person=PERSON,
        erased_with="person",
        refuses=("forgotten person",),
    ),
    Table(
        "sitting_events",
        "evidence",
        "What happened to a sitting as a whole.",
        (
            Column("id", "id of the event"),
            Column("session", "the sitting"),
            Column("kind", "`paused`, `resumed`, `focus lost`, `focus gained` or `ended`"),
            time("at", "when"),
            CLOCK,
            Column("note", "remark; usually empty", blank="''"),
        ),
        key=("id",),
        merge=Added(),
        export=None,
        person=Owner("session", "sessions", "person"),
        erased_with="person",
    ),
)
