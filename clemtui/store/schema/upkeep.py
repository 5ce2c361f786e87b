"""Erasures, and what is mutable or derived."""

from __future__ import annotations

from clemtui.store.schema.model import (
    EPISODE,
    PERSON,
    Column,
    Newest,
    OwnRule,
    Stays,
    Table,
    WithEpisode,
    flag,
    integer,
    json,
    real,
    sha256,
    time,
)

_ONLY_CLOSED = """
CREATE TRIGGER erasures_update BEFORE UPDATE ON erasures
WHEN OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL OR NEW.id <> OLD.id
    OR NEW.person <> OLD.person OR NEW.opened_at <> OLD.opened_at
BEGIN SELECT RAISE(ABORT, 'an erasure can only be closed'); END;

CREATE TRIGGER erasures_delete BEFORE DELETE ON erasures
BEGIN SELECT RAISE(ABORT, 'erasures is evidence and append-only'); END;
"""

UPKEEP = (
    Table(
        "erasures",
        "evidence",
        (
            "Forgetting a person. While a row is open (within one transaction), the texts of the "
            "person's episodes are blanked, the person's timing, exposures and pseudonym are "
            "removed, scores and the partners' timing are kept. A closed row is a tombstone: "
            "nothing is recorded for the person any more."
        ),
        (
            Column("id", "id of the erasure"),
            Column("person", "who was forgotten"),
            time("opened_at", "when it began"),
            time("closed_at", "when it was done"),
        ),
        key=("id",),
        merge=OwnRule("forgets here who was forgotten there, under the same id"),
        export=None,
        person=PERSON,
        guards=_ONLY_CLOSED,
    ),
    Table(
        "erased_episodes",
        "evidence",
        (
            "Episodes whose texts are gone. They cannot be replayed, and nothing can be added to "
            "them."
        ),
        (
            Column("episode", "the episode", exported="erased"),
            Column("erasure", "the erasure that covers it", exported=None),
        ),
        key=("episode", "erasure"),
        merge=OwnRule("notes here which erasures cover an episode"),
        export="",
        episode=EPISODE,
    ),
    Table(
        "drafts",
        "mutable",
        "What a person has written so far and not submitted. It goes when the entry comes.",
        (
            Column("episode", "the episode", exported=None),
            integer("request", "the open request"),
            json("body", "a text, or the values of a form"),
            time("updated_at", "when it was kept"),
        ),
        key=("episode", "request"),
        merge=OwnRule(
            "takes the later drafts of open requests, and drops those that were answered"
        ),
        export="drafts[].",
        episode=EPISODE,
        erased_with="episode",
        deleted=True,
        refuses=("erased episode",),
        again="replaces",
        forked=True,
    ),
    Table(
        "leases",
        "mutable",
        (
            "Which program plays an episode now. A lease without a heartbeat for 30 seconds is "
            "stale."
        ),
        (
            Column("episode", "the episode"),
            Column(
                "owner",
                ("id of the recorder that holds it; after `elsewhere:` where it came with a merge"),
            ),
            Column("host", "machine"),
            integer("pid", "process"),
            Column("front", "as in `sessions`"),
            time("acquired", "since when"),
            time("heartbeat", "last sign of life"),
        ),
        key=("episode",),
        merge=OwnRule("shows who plays an episode in the other database now"),
        export=None,
        episode=EPISODE,
        erased_with="episode",
        deleted=True,
        refuses=("erased episode",),
    ),
    Table(
        "scores",
        "derived",
        (
            "What each scorer says of an episode. Scores that came with an import are those of "
            "another scorer."
        ),
        (
            Column("episode", "the episode", exported=None),
            Column("scorer", "`game:version`, or the name of an import's scorer"),
            sha256("rules_hash", "of the rules that computed them; NULL for an import"),
            flag("aborted", "flag of the reference", exported="scores.aborted"),
            flag("success", "flag of the reference", exported="scores.success"),
            flag(
                "lose",
                "flag of the reference; all odd combinations of the three occur",
                exported="scores.lose",
            ),
            real(
                "main_score",
                "clembench's main score; NULL where aborted",
                unit="0 to 100",
                exported=None,
            ),
            json(
                "episode_scores",
                "all scores of the episode by the reference's names",
                exported="scores.episode",
            ),
            json("turn_scores", "scores by round or turn", exported="scores.turns"),
            json(
                "seat_scores",
                "scores by seat, where seats score differently",
                exported="scores.seats",
            ),
            time("computed_at", "when"),
        ),
        key=("episode", "scorer"),
        merge=Newest("computed_at"),
        export="scores[].",
        episode=EPISODE,
        again="replaces",
    ),
    Table(
        "events",
        "derived",
        "What the rules made of the entries, in order.",
        (
            Column("episode", "the episode"),
            integer("seq", "from 1"),
            sha256("rules_hash", "of the rules that made it"),
            integer("round", "from 0, as the reference counts for the game"),
            Column("kind", "`send message`, `get message`, `verdict` or a word of the game"),
            Column("sender", "a seat or `GM`"),
            Column("recipient", "a seat or `GM`"),
            json("content", "text or data", blank="'null'"),
            Column("label", "the reference's label"),
            json("audience", "seats and `observer` that may see it; empty: for the record only"),
            flag("logged", "1: the reference's own event log has it"),
            integer("request", "the request that it delivers or answers"),
            Column("verdict", "`accepted`, `asked again`, `malformed` or `violation`"),
            json(
                "verdict_reason", "why, as the id of an interface text and its values", blank="NULL"
            ),
            json(
                "said",
                "the event for people, as the id of an interface text and its values",
                blank="NULL",
            ),
        ),
        key=("episode", "seq"),
        merge=WithEpisode(),
        export=None,
        episode=EPISODE,
        erased_with="episode",
        refuses=("erased episode",),
    ),
    Table(
        "search_words",
        "derived",
        (
            "The full-text index (FTS5, without the texts themselves) of what the seats wrote and "
            "the game master sent them; the words of a text are folded by `clemtui.store.folding`. "
            "Its `rowid` is `search_documents.id`. Search through the program: a query has to be "
            "folded likewise. SQLite keeps the index in tables of its own, named "
            "`search_words_...`."
        ),
        (Column("words", "the words of an episode; can be matched, not read", type=""),),
        key=("rowid",),
        merge=Stays("the index is computed again"),
        export=None,
        internal=True,
    ),
    Table(
        "search_documents",
        "derived",
        "How much of each episode the search index has.",
        (
            integer("id", "`rowid` in `search_words`"),
            Column("episode", "the episode"),
            integer("requests", "up to which request it is indexed", unit="requests"),
            integer("entries", "up to which entry it is indexed", unit="entries"),
            flag("whole", "0: only what its people have seen and written, while the episode runs"),
            Column("folding", "how the words were folded: version of the rules / of Unicode"),
        ),
        key=("id",),
        unique=(("episode",),),
        merge=Stays("the index is computed again"),
        export=None,
        episode=EPISODE,
        internal=True,
    ),
    Table(
        "search_pending",
        "derived",
        ("Episodes of which something is not in the search index yet; a search reads them itself."),
        (Column("episode", "the episode"),),
        key=("episode",),
        merge=Stays("the index is computed again"),
        export=None,
        episode=EPISODE,
        internal=True,
    ),
    Table(
        "_sqlite_migrations",
        "mutable",
        "Which steps made this database; kept by sqlite-utils.",
        (
            integer("id", "order"),
            Column("migration_set", "`clemtui`"),
            Column("name", "name of the step"),
            time("applied_at", "when (in sqlite-utils' own form)"),
        ),
        key=("id",),
        unique=(("migration_set", "name"),),
        merge=Stays("each database has its own"),
        export=None,
        internal=True,
    ),
)
