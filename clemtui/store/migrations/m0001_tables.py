"""Step 1: the tables. sessions/DATA_DICTIONARY.md documents their columns.

Triggers keep evidence append-only (see `clemtui.store.migrations.guards`).
"""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

from clemtui.store.library import Database
from clemtui.store.migrations.guards import V1_GUARDS
from clemtui.store.migrations.scripts import run

WHO = """
CREATE TABLE databases (
    id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL
) STRICT;

CREATE TABLE contents (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;

CREATE TABLE people (
    id TEXT PRIMARY KEY,
    pseudonym TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    home TEXT NOT NULL
) STRICT;

CREATE TABLE consents (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people(id),
    purpose TEXT NOT NULL,
    decision TEXT NOT NULL CHECK (decision IN ('given', 'refused', 'withdrawn')),
    document TEXT REFERENCES contents(hash),
    at TEXT NOT NULL
) STRICT;
CREATE INDEX consents_person ON consents(person);

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    person TEXT REFERENCES people(id),
    front TEXT NOT NULL,
    started_at TEXT NOT NULL,
    utc_offset_minutes INTEGER NOT NULL,
    program_version TEXT NOT NULL,
    python TEXT NOT NULL,
    platform TEXT NOT NULL,
    clock_epoch TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_person ON sessions(person);

CREATE TABLE sitting_events (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL REFERENCES sessions(id),
    kind TEXT NOT NULL,
    at TEXT NOT NULL,
    clock_ms REAL NOT NULL,
    note TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX sitting_events_session ON sitting_events(session);
"""

EPISODES = """
CREATE TABLE episodes (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL REFERENCES sessions(id),
    family TEXT NOT NULL,
    game TEXT NOT NULL,
    game_version TEXT NOT NULL,
    rules_hash TEXT NOT NULL,
    experiment TEXT NOT NULL,
    game_id INTEGER NOT NULL,
    task_key TEXT NOT NULL,
    instance_hash TEXT NOT NULL,
    instance TEXT NOT NULL REFERENCES contents(hash),
    instance_origin TEXT NOT NULL,
    instance_source TEXT NOT NULL,
    texts_hash TEXT NOT NULL,
    texts TEXT NOT NULL REFERENCES contents(hash),
    language TEXT NOT NULL,
    condition TEXT NOT NULL REFERENCES contents(hash),
    environment TEXT NOT NULL REFERENCES contents(hash),
    interface TEXT NOT NULL,
    practice INTEGER NOT NULL CHECK (practice IN (0, 1)),
    created_at TEXT NOT NULL,
    time_known INTEGER NOT NULL CHECK (time_known IN (0, 1))
) STRICT;
CREATE INDEX episodes_game ON episodes(game, id);
CREATE INDEX episodes_family ON episodes(family, id);
CREATE INDEX episodes_language ON episodes(language, id);
CREATE INDEX episodes_experiment ON episodes(experiment, id);
CREATE INDEX episodes_task ON episodes(task_key);
CREATE INDEX episodes_session ON episodes(session);

CREATE TABLE seat_assignments (
    episode TEXT NOT NULL REFERENCES episodes(id),
    seat TEXT NOT NULL,
    position INTEGER NOT NULL,
    role TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('human', 'model', 'scripted', 'service')),
    person TEXT REFERENCES people(id),
    player TEXT NOT NULL,
    parameters TEXT NOT NULL REFERENCES contents(hash),
    seed INTEGER,
    PRIMARY KEY (episode, seat)
) STRICT;
CREATE INDEX seat_assignments_person ON seat_assignments(person, episode);
CREATE INDEX seat_assignments_player ON seat_assignments(player, episode);

CREATE TABLE requests (
    episode TEXT NOT NULL REFERENCES episodes(id),
    number INTEGER NOT NULL,
    session TEXT NOT NULL REFERENCES sessions(id),
    seat TEXT NOT NULL,
    role TEXT NOT NULL,
    thread TEXT NOT NULL,
    purpose TEXT NOT NULL,
    new_from INTEGER NOT NULL,
    base INTEGER,
    kept INTEGER NOT NULL,
    messages TEXT NOT NULL,
    messages_hash TEXT NOT NULL,
    tools TEXT,
    stream_to TEXT,
    asked_at TEXT NOT NULL,
    clock_ms REAL NOT NULL,
    PRIMARY KEY (episode, number),
    FOREIGN KEY (episode, base) REFERENCES requests(episode, number),
    CHECK ((base IS NULL AND kept = 0) OR (base < number AND kept > 0))
) STRICT;

CREATE TABLE entries (
    episode TEXT NOT NULL REFERENCES episodes(id),
    seq INTEGER NOT NULL,
    session TEXT NOT NULL REFERENCES sessions(id),
    kind TEXT NOT NULL CHECK (kind IN ('response', 'control')),
    request INTEGER,
    seat TEXT,
    parts TEXT,
    text TEXT NOT NULL,
    control TEXT,
    reason_exact BLOB,
    at TEXT NOT NULL,
    clock_ms REAL NOT NULL,
    shown_at TEXT,
    first_key_ms REAL,
    submitted_ms REAL,
    edits INTEGER,
    pasted INTEGER,
    pauses TEXT,
    hints TEXT,
    form_values TEXT,
    UNIQUE (episode, seq),
    FOREIGN KEY (episode, request) REFERENCES requests(episode, number),
    CHECK ((kind = 'response') = (request IS NOT NULL AND parts IS NOT NULL AND control IS NULL)),
    CHECK ((kind = 'control') = (request IS NULL AND parts IS NULL AND control IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX entries_one_response ON entries(episode, request) WHERE request IS NOT NULL;

CREATE TABLE attempts_started (
    id TEXT PRIMARY KEY,
    episode TEXT NOT NULL,
    request INTEGER NOT NULL,
    number INTEGER NOT NULL,
    session TEXT NOT NULL REFERENCES sessions(id),
    parameters TEXT NOT NULL REFERENCES contents(hash),
    started_at TEXT NOT NULL,
    clock_ms REAL NOT NULL,
    FOREIGN KEY (episode, request) REFERENCES requests(episode, number)
) STRICT;
CREATE INDEX attempts_started_request ON attempts_started(episode, request);

CREATE TABLE attempt_partials (
    attempt TEXT NOT NULL REFERENCES attempts_started(id),
    seq INTEGER NOT NULL,
    text TEXT NOT NULL,
    text_exact BLOB,
    at TEXT NOT NULL,
    clock_ms REAL NOT NULL,
    PRIMARY KEY (attempt, seq)
) STRICT;

CREATE TABLE attempts_ended (
    attempt TEXT PRIMARY KEY REFERENCES attempts_started(id),
    outcome TEXT NOT NULL CHECK (outcome IN ('done', 'error', 'cut', 'cancelled')),
    error_kind TEXT,
    error_message TEXT,
    text TEXT NOT NULL,
    text_exact BLOB,
    reasoning TEXT NOT NULL,
    reasoning_exact BLOB,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    reasoning_tokens INTEGER,
    cost_usd REAL,
    finish_reason TEXT,
    provider TEXT,
    model TEXT,
    response_id TEXT,
    first_token_ms REAL,
    duration_ms REAL NOT NULL,
    retry_in_ms REAL,
    at TEXT NOT NULL,
    clock_ms REAL NOT NULL
) STRICT;

CREATE TABLE episode_ends (
    episode TEXT PRIMARY KEY REFERENCES episodes(id),
    session TEXT NOT NULL REFERENCES sessions(id),
    state TEXT NOT NULL CHECK (state IN ('finished', 'abandoned', 'void')),
    reason TEXT NOT NULL,
    at TEXT NOT NULL,
    clock_ms REAL NOT NULL
) STRICT;

CREATE TABLE exposures (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people(id),
    task_key TEXT NOT NULL,
    instance_hash TEXT NOT NULL,
    kind TEXT NOT NULL,
    episode TEXT REFERENCES episodes(id),
    at TEXT NOT NULL
) STRICT;
CREATE INDEX exposures_person ON exposures(person, task_key);

CREATE TABLE tags (
    episode TEXT NOT NULL REFERENCES episodes(id),
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (episode, key, value)
) STRICT;
CREATE INDEX tags_key ON tags(key, value);
"""

ERASURE = """
CREATE TABLE erasures (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people(id),
    opened_at TEXT NOT NULL,
    closed_at TEXT
) STRICT;

CREATE INDEX erasures_person ON erasures(person);

CREATE TABLE erased_episodes (
    episode TEXT NOT NULL REFERENCES episodes(id),
    erasure TEXT NOT NULL REFERENCES erasures(id),
    PRIMARY KEY (episode, erasure)
) STRICT;
"""

MUTABLE = """
CREATE TABLE drafts (
    episode TEXT NOT NULL,
    request INTEGER NOT NULL,
    body TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (episode, request),
    FOREIGN KEY (episode, request) REFERENCES requests(episode, number)
) STRICT;

CREATE TABLE leases (
    episode TEXT PRIMARY KEY REFERENCES episodes(id),
    owner TEXT NOT NULL,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    front TEXT NOT NULL,
    acquired TEXT NOT NULL,
    heartbeat TEXT NOT NULL
) STRICT;
"""

DERIVED = """
CREATE TABLE scores (
    episode TEXT NOT NULL REFERENCES episodes(id),
    scorer TEXT NOT NULL,
    rules_hash TEXT,
    aborted INTEGER CHECK (aborted IN (0, 1)),
    success INTEGER CHECK (success IN (0, 1)),
    lose INTEGER CHECK (lose IN (0, 1)),
    main_score REAL,
    episode_scores TEXT NOT NULL,
    turn_scores TEXT NOT NULL,
    seat_scores TEXT NOT NULL,
    computed_at TEXT NOT NULL,
    PRIMARY KEY (episode, scorer)
) STRICT;

CREATE TABLE events (
    episode TEXT NOT NULL REFERENCES episodes(id),
    seq INTEGER NOT NULL,
    rules_hash TEXT NOT NULL,
    round INTEGER NOT NULL,
    kind TEXT NOT NULL,
    sender TEXT NOT NULL,
    recipient TEXT NOT NULL,
    content TEXT NOT NULL,
    label TEXT,
    audience TEXT NOT NULL,
    logged INTEGER NOT NULL CHECK (logged IN (0, 1)),
    request INTEGER,
    verdict TEXT,
    verdict_reason TEXT,
    said TEXT,
    PRIMARY KEY (episode, seq)
) STRICT;
"""


def apply(db: Database) -> None:
    """Create the tables and their triggers, and give the database an id."""
    for script in (WHO, EPISODES, ERASURE, MUTABLE, DERIVED, V1_GUARDS):
        run(db, script)
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    db.execute("INSERT INTO databases VALUES (?, ?)", (str(uuid.uuid4()), now))
