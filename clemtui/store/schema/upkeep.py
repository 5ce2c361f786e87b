"""The tables of erasures, and the mutable and derived tables."""

from __future__ import annotations

from clemtui.store.schema.model import (
    EPISODE,
    PERSON,
    Column,
    CustomMerge,
    Newest,
    NotMerged,
    ReplacedWithEpisode,
    Table,
    flag,
    integer,
    json,
    of_episode,
    real,
    sha256,
    time,
)

_ONLY_CLOSED = """
CREATE TRIGGER erasures_update BEFORE UPDATE ON erasures
WHEN OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL OR NEW.id <> OLD.id
    OR NEW.person <> OLD.person OR NEW.opened_at <> OLD.opened_at
    OR NEW.scope <> OLD.scope OR NEW.what <> OLD.what OR NEW.session <> OLD.session
BEGIN SELECT RAISE(ABORT, 'an erasure can only be closed'); END;

CREATE TRIGGER erasures_delete BEFORE DELETE ON erasures
BEGIN SELECT RAISE(ABORT, 'erasures is evidence and append-only'); END;

CREATE TRIGGER erasures_person BEFORE INSERT ON erasures
WHEN NEW.person <> '' AND NOT EXISTS (SELECT 1 FROM people WHERE id = NEW.person)
BEGIN SELECT RAISE(ABORT, 'an erasure names an unknown person'); END;
"""
_ITEM_ERASED = """
CREATE TRIGGER erased_episodes_item AFTER INSERT ON erased_episodes
WHEN EXISTS (SELECT 1 FROM work_items
    WHERE result = NEW.episode AND kind = 'episode' AND state = 'begun')
BEGIN
    DELETE FROM claims WHERE (run, item) IN
        (SELECT run, key FROM work_items WHERE result = NEW.episode AND kind = 'episode');
    UPDATE work_items SET state = 'open', result = NULL
    WHERE result = NEW.episode AND kind = 'episode' AND state = 'begun';
END;
"""

#: Which episodes are repetitions depends on the keys of all instances that have the same key.
_KEY_CHANGED = """
CREATE TRIGGER exposure_keys_counted AFTER UPDATE OF key ON exposure_keys
WHEN NEW.key <> OLD.key
BEGIN
    INSERT INTO results_pending
    SELECT e.id FROM exposure_keys k JOIN episodes e ON e.instance_hash = k.instance_hash
    JOIN episode_line_ups l ON l.episode = e.id
    WHERE l.people AND k.key IN (OLD.key, NEW.key)
        AND e.id NOT IN (SELECT episode FROM results_pending);
END;
"""

UPKEEP = (
    Table(
        "erasures",
        "evidence",
        "Erasures of a person, of a sitting or of some episodes. While a row is open "
        "(within one transaction), the text of its episodes is erased, and also the "
        "timing of its person or of the person at the keyboard. A closed row is a "
        "tombstone: nothing is added to its episodes or recorded for its person any more.",
        (
            Column("id", "id of the erasure"),
            Column("person", "the person who was deleted; empty in other scopes"),
            time("opened_at", "when it started"),
            time("closed_at", "when it ended"),
            Column("scope", "what it covers: a `person`, a `sitting` or a set of `episodes`"),
            Column("what", "`text`, or `text and scores`"),
            Column("session", "the sitting that was erased; empty in other scopes"),
        ),
        key=("id",),
        merge=CustomMerge("erases here what was erased there, under the same id"),
        export=None,
        person=PERSON,
        guards=_ONLY_CLOSED,
    ),
    Table(
        "erased_episodes",
        "evidence",
        "Episodes whose text was erased. They cannot be replayed, and nothing "
        "can be added to them. The item of a run whose unfinished episode is erased "
        "is open again.",
        (
            Column("episode", "the episode", exported="erased"),
            Column("erasure", "the erasure that covers it", exported=None),
        ),
        key=("episode", "erasure"),
        merge=CustomMerge("adds the missing rows"),
        export="",
        episode=EPISODE,
        guards=_ITEM_ERASED,
        counted=True,
    ),
    of_episode(
        "drafts",
        "mutable",
        "What a person has written but not submitted yet, and the time they have spent on it. "
        "The entry that answers the request deletes it.",
        (
            Column("episode", "the episode", exported=None),
            integer("request", "the open request"),
            json("body", "a text, or the values of a form; `null`: nothing was written yet"),
            time("updated_at", "when it was saved"),
            json("timing", "the timing so far, with the names of columns of `entries`"),
        ),
        key=("episode", "request"),
        merge=CustomMerge(
            "keeps the later draft of each open request, and deletes drafts of answered ones",
            newest="updated_at",
        ),
        export="drafts[].",
        deleted=True,
        on_existing="replaces",
        outdated="""(EXISTS (SELECT 1 FROM main.episode_ends o WHERE o.episode = {row}.episode)
            OR EXISTS (SELECT 1 FROM main.entries o
                WHERE o.episode = {row}.episode AND o.request = {row}.request))""",
        forked=True,
    ),
    of_episode(
        "leases",
        "mutable",
        "Which program is playing an episode now. A lease without a heartbeat "
        "for 30 seconds is stale.",
        (
            Column("episode", "the episode"),
            Column(
                "owner",
                "id of the recorder that has it; prefixed with `elsewhere:` after a merge",
            ),
            Column("host", "machine"),
            integer("pid", "process"),
            Column("front", "as in `sessions`"),
            time("acquired", "when it was acquired"),
            time("heartbeat", "time of the last heartbeat"),
        ),
        key=("episode",),
        merge=CustomMerge("copies the leases of programs that use the other database now"),
        export=None,
        deleted=True,
    ),
    of_episode(
        "scores",
        "derived",
        "Scores of episodes, by scorer. Scores that came with an import "
        "belong to a different scorer.",
        (
            Column("episode", "the episode", exported=None),
            Column("scorer", "`game:version`, or the name of an import's scorer"),
            sha256("rules_hash", "hash of the rules that computed them; NULL for an import"),
            flag("aborted", "flag of the reference", exported="scores.aborted"),
            flag("success", "flag of the reference", exported="scores.success"),
            flag(
                "lose",
                "flag of the reference; any combination of the three can occur",
                exported="scores.lose",
            ),
            real(
                "main_score",
                "clembench's main score; NULL if aborted",
                unit="0 to 100",
                exported=None,
            ),
            json(
                "episode_scores",
                "all scores of the episode, under the reference's names",
                exported="scores.episode",
            ),
            json("turn_scores", "scores by round or turn", exported="scores.turns"),
            json(
                "seat_scores",
                "scores by seat, if seats score differently",
                exported="scores.seats",
            ),
            time("computed_at", "when"),
        ),
        key=("episode", "scorer"),
        merge=Newest("computed_at"),
        export="scores[].",
        deleted=True,
        scores=True,
        refuses=("erased scores",),
        on_existing="replaces",
        counted=True,
    ),
    of_episode(
        "events",
        "derived",
        "The events that the rules derived from the entries, in order.",
        (
            Column("episode", "the episode"),
            integer("seq", "from 1"),
            sha256("rules_hash", "hash of the rules that derived it"),
            integer("round", "from 0, as counted by the reference for the game"),
            Column("kind", "`send message`, `get message`, `verdict` or a kind of the game's own"),
            Column("sender", "a seat or `GM`"),
            Column("recipient", "a seat or `GM`"),
            json("content", "text or data", erased_value="'null'"),
            Column("label", "the reference's label"),
            json("audience", "who may see it: seats and `observer`; empty: recorded only"),
            flag("logged", "1: it is in the reference's event log"),
            integer("request", "the request that it delivers or answers"),
            Column("verdict", "`accepted`, `asked again`, `malformed` or `violation`"),
            json(
                "verdict_reason",
                "the reason, as the id of an interface text and its values",
                erased_value="NULL",
            ),
            json(
                "said",
                "the event for people, as the id of an interface text and its values",
                erased_value="NULL",
            ),
        ),
        key=("episode", "seq"),
        merge=ReplacedWithEpisode(),
        export=None,
    ),
    Table(
        "line_ups",
        "derived",
        "Who played: the players of episodes by all that was configured of them. People are all "
        "`human`, and names from settings are no part of it.",
        (
            integer("id", "number in this database"),
            sha256("key", "the line-up key: hash of `players`, the same in every database"),
            json(
                "players",
                "the players in the order of their seats, without services; one player in all "
                "seats is listed once",
            ),
        ),
        key=("id",),
        unique=(("key",),),
        merge=NotMerged("line-ups are recomputed"),
        export=None,
        internal=True,
    ),
    Table(
        "episode_line_ups",
        "derived",
        "The line-up of each episode.",
        (
            Column("episode", "the episode"),
            integer("line_up", "the line-up (`line_ups.id`)"),
            json("seats", "the seats without services: name, role, kind, and name of the player"),
            flag("people", "1: a person has a seat"),
            json(
                "answered",
                "the models that answered, as their providers named them, by the model that was "
                "asked, with an empty name for one that answered without being named; under an "
                "empty name, the session in which the episode began, if it ended before each of "
                "its models had answered",
            ),
        ),
        key=("episode",),
        merge=NotMerged("line-ups are recomputed"),
        export=None,
        episode=EPISODE,
        on_existing="replaces",
        counted=True,
    ),
    Table(
        "exposure_keys",
        "derived",
        "What a person must not have met before: the exposure key of each instance. It is coarser "
        "than the task where several tasks have the same solution.",
        (
            sha256("instance_hash", "the instance"),
            Column("key", "the exposure key; the task key until the game has computed it"),
            sha256(
                "rules_hash",
                "the rules that computed it; NULL: it is the task key, or came with an import",
            ),
        ),
        key=("instance_hash",),
        merge=CustomMerge(
            "takes keys that were computed there and not here; of two different ones, every "
            "database keeps the same"
        ),
        export=None,
        guards=_KEY_CHANGED,
        internal=True,
    ),
    Table(
        "search_words",
        "derived",
        "The full-text index (FTS5, without the texts themselves) of what the "
        "seats wrote and the game master sent them. `clemtui.store.folding` "
        "normalises the words. Its `rowid` is `search_documents.id`. Search "
        "through the program, because queries must be normalised, too. SQLite "
        "stores the index in its own tables, named `search_words_...`.",
        (Column("words", "the words of an episode; they can be matched but not read", type=""),),
        key=("rowid",),
        merge=NotMerged("the index is recomputed"),
        export=None,
        internal=True,
    ),
    Table(
        "search_documents",
        "derived",
        "How much of each episode the search index covers.",
        (
            integer("id", "`rowid` in `search_words`"),
            Column("episode", "the episode"),
            integer("requests", "number of the last indexed request", unit="requests"),
            integer("entries", "number of the last indexed entry", unit="entries"),
            flag(
                "whole",
                "0: only what its people have seen and written, while the episode is running",
            ),
            Column("folding", "how words were normalised: version of our rules / of Unicode"),
        ),
        key=("id",),
        unique=(("episode",),),
        merge=NotMerged("the index is recomputed"),
        export=None,
        episode=EPISODE,
        internal=True,
    ),
    Table(
        "search_pending",
        "derived",
        "Episodes that are not fully in the search index yet; searches read them directly.",
        (Column("episode", "the episode"),),
        key=("episode",),
        merge=NotMerged("the index is recomputed"),
        export=None,
        episode=EPISODE,
        internal=True,
    ),
    Table(
        "_sqlite_migrations",
        "mutable",
        "The migrations applied to this database; maintained by sqlite-utils.",
        (
            integer("id", "order"),
            Column("migration_set", "`clemtui`"),
            Column("name", "name of the migration"),
            time("applied_at", "when (in sqlite-utils' own form)"),
        ),
        key=("id",),
        unique=(("migration_set", "name"),),
        merge=NotMerged("each database has its own"),
        export=None,
        internal=True,
    ),
)
