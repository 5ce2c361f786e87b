"""The triggers that keep evidence append-only, as SQL text.

What step 1 made of this must stay the same for ever (a test compares it with a frozen copy); a
later step that needs other triggers gets its own text.
"""

from __future__ import annotations

_OPEN = """EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = {episode} AND erasures.closed_at IS NULL)"""
_FORGETTING = """EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = {person} AND erasures.closed_at IS NULL)"""
_OF_ATTEMPT = "(SELECT episode FROM attempts_started WHERE id = {row}.attempt)"
_OLD = "OLD.episode"

#: Under which open erasure a row may be changed or deleted; "0" for never.
_EXCEPTION = {
    "databases": "0",
    "contents": "0",
    "people": _FORGETTING.format(person="OLD.id"),
    "consents": "0",
    "sessions": _FORGETTING.format(person="OLD.person"),
    "sitting_events": _FORGETTING.format(
        person="(SELECT person FROM sessions WHERE id = OLD.session)"
    ),
    "episodes": _OPEN.format(episode="OLD.id"),
    "seat_assignments": _OPEN.format(episode=_OLD),
    "requests": _OPEN.format(episode=_OLD),
    "entries": _OPEN.format(episode=_OLD),
    "attempts_started": _OPEN.format(episode=_OLD),
    "attempt_partials": _OPEN.format(episode=_OF_ATTEMPT.format(row="OLD")),
    "attempts_ended": _OPEN.format(episode=_OF_ATTEMPT.format(row="OLD")),
    "episode_ends": _OPEN.format(episode=_OLD),
    "exposures": _FORGETTING.format(person="OLD.person"),
    "tags": _OPEN.format(episode=_OLD),
    "erased_episodes": "0",
}

#: What makes two rows the same one. INSERT OR REPLACE would delete the old one unseen where a
#: connection has recursive_triggers off, as SQLite has by default.
_SAME = {
    "databases": "id = NEW.id",
    "contents": "hash = NEW.hash",
    "people": "id = NEW.id OR pseudonym = NEW.pseudonym",
    "consents": "id = NEW.id",
    "sessions": "id = NEW.id",
    "sitting_events": "id = NEW.id",
    "episodes": "id = NEW.id",
    "seat_assignments": "episode = NEW.episode AND seat = NEW.seat",
    "requests": "episode = NEW.episode AND number = NEW.number",
    "entries": "episode = NEW.episode AND (seq = NEW.seq OR request = NEW.request)",
    "attempts_started": "id = NEW.id",
    "attempt_partials": "attempt = NEW.attempt AND seq = NEW.seq",
    "attempts_ended": "attempt = NEW.attempt",
    "episode_ends": "episode = NEW.episode",
    "exposures": "id = NEW.id",
    "tags": "episode = NEW.episode AND key = NEW.key AND value = NEW.value",
    "erasures": "id = NEW.id",
    "erased_episodes": "episode = NEW.episode AND erasure = NEW.erasure",
}

_NEW = "NEW.episode"

#: Nothing can be added to an erased episode: its tombstone wins.
_CLOSED = {
    "requests": _NEW,
    "entries": _NEW,
    "attempts_started": _NEW,
    "attempt_partials": _OF_ATTEMPT.format(row="NEW"),
    "attempts_ended": _OF_ATTEMPT.format(row="NEW"),
    "episode_ends": _NEW,
    "tags": _NEW,
    "drafts": _NEW,
    "leases": _NEW,
    "events": _NEW,
}

#: A person who was forgotten is not played for again, nor noted to have met anything.
_FORGOTTEN = ("sessions", "seat_assignments", "exposures")

_UNCHANGED = """
CREATE TRIGGER {table}_{verb} BEFORE {event} ON {table} WHEN NOT {exception}
BEGIN SELECT RAISE(ABORT, '{table} is evidence and append-only'); END;
"""
_INSERTED_ONCE = """
CREATE TRIGGER {table}_once BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})
BEGIN SELECT RAISE(ABORT, '{table} has this record already'); END;
"""
_NOT_ERASED = """
CREATE TRIGGER {table}_erased BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = {episode})
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
"""
_NOT_FORGOTTEN = """
CREATE TRIGGER {table}_forgotten BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;
"""
_NOT_OVER = """
CREATE TRIGGER {table}_over BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM episode_ends WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode is over'); END;
"""
_ERASURES = """
CREATE TRIGGER erasures_update BEFORE UPDATE ON erasures
WHEN OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL OR NEW.id <> OLD.id
    OR NEW.person <> OLD.person OR NEW.opened_at <> OLD.opened_at
BEGIN SELECT RAISE(ABORT, 'an erasure can only be closed'); END;

CREATE TRIGGER erasures_delete BEFORE DELETE ON erasures
BEGIN SELECT RAISE(ABORT, 'erasures is evidence and append-only'); END;
"""


def _guards() -> str:
    parts = [
        _UNCHANGED.format(table=table, verb=event.lower(), event=event, exception=exception)
        for table, exception in _EXCEPTION.items()
        for event in ("UPDATE", "DELETE")
    ]
    parts += [_INSERTED_ONCE.format(table=table, same=same) for table, same in _SAME.items()]
    parts += [_NOT_ERASED.format(table=table, episode=of) for table, of in _CLOSED.items()]
    parts += [_NOT_FORGOTTEN.format(table=table) for table in _FORGOTTEN]
    parts += [_NOT_OVER.format(table=table) for table in ("requests", "entries")]
    return "".join(parts) + _ERASURES


V1_GUARDS = _guards()
