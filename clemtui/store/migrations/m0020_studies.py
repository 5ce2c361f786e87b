# ruff: noqa: E501 - frozen text
"""Step 20: studies, with their deviations, screenings, participants, assignments and answers."""

from __future__ import annotations

from clemtui.store.library import Database
from clemtui.store.migrations.scripts import run

TABLES = """
CREATE TABLE studies (
    id TEXT PRIMARY KEY,
    manifest TEXT NOT NULL REFERENCES contents(hash),
    frozen_at TEXT NOT NULL,
    closed_at TEXT
) STRICT;

CREATE TABLE deviations (
    id TEXT PRIMARY KEY,
    study TEXT NOT NULL REFERENCES studies(id),
    kind TEXT NOT NULL CHECK (kind IN ('protocol', 'program', 'rules', 'pack', 'instance',
        'assignment', 'clock')),
    subject TEXT NOT NULL,
    frozen TEXT NOT NULL,
    found TEXT NOT NULL,
    reason TEXT NOT NULL,
    author TEXT NOT NULL,
    at TEXT NOT NULL,
    amendment INTEGER NOT NULL CHECK (amendment >= 0),
    manifest TEXT REFERENCES contents(hash)
) STRICT;
CREATE INDEX deviations_study ON deviations(study, kind, subject);

CREATE TABLE screenings (
    id TEXT PRIMARY KEY,
    study TEXT NOT NULL REFERENCES studies(id),
    outcome TEXT NOT NULL CHECK (outcome IN ('not eligible', 'declined')),
    at TEXT NOT NULL
) STRICT;
CREATE INDEX screenings_study ON screenings(study);

CREATE TABLE enrolments (
    id TEXT PRIMARY KEY,
    study TEXT NOT NULL REFERENCES studies(id),
    person TEXT NOT NULL REFERENCES people(id),
    number INTEGER NOT NULL CHECK (number > 0),
    collector INTEGER NOT NULL CHECK (collector > 0),
    seed INTEGER NOT NULL,
    at TEXT NOT NULL
) STRICT;
CREATE INDEX enrolments_study ON enrolments(study, number);
CREATE INDEX enrolments_person ON enrolments(person);

CREATE TABLE assignments (
    enrolment TEXT NOT NULL REFERENCES enrolments(id),
    position INTEGER NOT NULL CHECK (position > 0),
    run TEXT NOT NULL,
    item TEXT NOT NULL,
    practice INTEGER NOT NULL CHECK (practice IN (0, 1)),
    block INTEGER NOT NULL,
    game TEXT NOT NULL,
    seat TEXT NOT NULL,
    language TEXT NOT NULL,
    instance_hash TEXT NOT NULL,
    exposure_key TEXT NOT NULL,
    PRIMARY KEY (enrolment, position),
    UNIQUE (run, item),
    FOREIGN KEY (run, item) REFERENCES work_items(run, key)
) STRICT;

CREATE TABLE study_episodes (
    episode TEXT PRIMARY KEY REFERENCES episodes(id),
    enrolment TEXT NOT NULL,
    position INTEGER NOT NULL,
    FOREIGN KEY (enrolment, position) REFERENCES assignments(enrolment, position)
) STRICT;
CREATE INDEX study_episodes_assignment ON study_episodes(enrolment, position, episode);

CREATE TABLE answers (
    id TEXT PRIMARY KEY,
    enrolment TEXT NOT NULL REFERENCES enrolments(id),
    part TEXT NOT NULL CHECK (part IN ('eligibility', 'consent', 'instructions', 'comprehension',
        'attention', 'episode', 'break', 'questionnaire', 'debrief', 'withdrawal')),
    item TEXT NOT NULL,
    value TEXT NOT NULL,
    attempt INTEGER NOT NULL CHECK (attempt > 0),
    position INTEGER,
    session TEXT NOT NULL REFERENCES sessions(id),
    shown_at TEXT,
    at TEXT NOT NULL,
    clock_ms REAL NOT NULL,
    FOREIGN KEY (enrolment, position) REFERENCES assignments(enrolment, position)
) STRICT;
CREATE INDEX answers_enrolment ON answers(enrolment);
CREATE INDEX answers_session ON answers(session);
"""

GUARDS = """
CREATE TRIGGER studies_update BEFORE UPDATE ON studies WHEN NOT (OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL AND NEW.id IS OLD.id AND NEW.manifest IS OLD.manifest AND NEW.frozen_at IS OLD.frozen_at)
BEGIN SELECT RAISE(ABORT, 'studies is evidence and append-only'); END;

CREATE TRIGGER studies_delete BEFORE DELETE ON studies WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'studies is evidence and append-only'); END;

CREATE TRIGGER studies_once BEFORE INSERT ON studies
WHEN EXISTS (SELECT 1 FROM studies WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'studies has this record already'); END;

CREATE TRIGGER deviations_update BEFORE UPDATE ON deviations WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'deviations is evidence and append-only'); END;

CREATE TRIGGER deviations_delete BEFORE DELETE ON deviations WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'deviations is evidence and append-only'); END;

CREATE TRIGGER deviations_once BEFORE INSERT ON deviations
WHEN EXISTS (SELECT 1 FROM deviations WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'deviations has this record already'); END;

CREATE TRIGGER screenings_update BEFORE UPDATE ON screenings WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'screenings is evidence and append-only'); END;

CREATE TRIGGER screenings_delete BEFORE DELETE ON screenings WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'screenings is evidence and append-only'); END;

CREATE TRIGGER screenings_once BEFORE INSERT ON screenings
WHEN EXISTS (SELECT 1 FROM screenings WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'screenings has this record already'); END;

CREATE TRIGGER enrolments_update BEFORE UPDATE ON enrolments WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'enrolments is evidence and append-only'); END;

CREATE TRIGGER enrolments_delete BEFORE DELETE ON enrolments WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'enrolments is evidence and append-only'); END;

CREATE TRIGGER enrolments_once BEFORE INSERT ON enrolments
WHEN EXISTS (SELECT 1 FROM enrolments WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'enrolments has this record already'); END;

CREATE TRIGGER enrolments_forgotten BEFORE INSERT ON enrolments
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person)
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person AND closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;

CREATE TRIGGER assignments_update BEFORE UPDATE ON assignments WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'assignments is evidence and append-only'); END;

CREATE TRIGGER assignments_delete BEFORE DELETE ON assignments WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'assignments is evidence and append-only'); END;

CREATE TRIGGER assignments_once BEFORE INSERT ON assignments
WHEN EXISTS (SELECT 1 FROM assignments WHERE enrolment = NEW.enrolment AND position = NEW.position OR run = NEW.run AND item = NEW.item)
BEGIN SELECT RAISE(ABORT, 'assignments has this record already'); END;

CREATE TRIGGER study_episodes_update BEFORE UPDATE ON study_episodes WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'study_episodes is evidence and append-only'); END;

CREATE TRIGGER study_episodes_delete BEFORE DELETE ON study_episodes WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'study_episodes is evidence and append-only'); END;

CREATE TRIGGER study_episodes_once BEFORE INSERT ON study_episodes
WHEN EXISTS (SELECT 1 FROM study_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'study_episodes has this record already'); END;

CREATE TRIGGER answers_update BEFORE UPDATE ON answers WHEN NOT (EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = (SELECT person FROM enrolments WHERE id = OLD.enrolment) AND erasures.closed_at IS NULL) OR EXISTS (SELECT 1 FROM erasures
        WHERE erasures.session = OLD.session AND erasures.closed_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'answers is evidence and append-only'); END;

CREATE TRIGGER answers_delete BEFORE DELETE ON answers WHEN NOT (EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = (SELECT person FROM enrolments WHERE id = OLD.enrolment) AND erasures.closed_at IS NULL) OR EXISTS (SELECT 1 FROM erasures
        WHERE erasures.session = OLD.session AND erasures.closed_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'answers is evidence and append-only'); END;

CREATE TRIGGER answers_once BEFORE INSERT ON answers
WHEN EXISTS (SELECT 1 FROM answers WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'answers has this record already'); END;

CREATE TRIGGER answers_forgotten BEFORE INSERT ON answers
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = (SELECT person FROM enrolments WHERE id = NEW.enrolment))
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE person = (SELECT person FROM enrolments WHERE id = NEW.enrolment) AND closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;
"""

STUDY_RESULTS = """
CREATE VIEW study_results AS
SELECT
    n.study, p.enrolment, n.number, p.position, a.block, a.practice,
    m.game, a.seat, m.language, m.instance_hash,
    p.episode, m.created_at AS started_at, d.at AS ended_at, m.state,
    s.aborted, s.success, s.lose, s.main_score, m.reasons, m.left_out
FROM study_episodes p
JOIN assignments a ON a.enrolment = p.enrolment AND a.position = p.position
JOIN enrolments n ON n.id = p.enrolment
JOIN sample m ON m.episode = p.episode
LEFT JOIN episode_ends d ON d.episode = p.episode
LEFT JOIN scores s ON s.episode = p.episode AND s.scorer = m.game || ':' || m.game_version
    AND abs(coalesce(s.main_score, 0)) <= 1e12
    AND coalesce(s.aborted IN (0, 1), 1) AND coalesce(s.success IN (0, 1), 1)
    AND coalesce(s.lose IN (0, 1), 1)
"""


def apply(db: Database) -> None:
    """Create the tables and the view."""
    run(db, TABLES)
    run(db, GUARDS)
    db.execute(STUDY_RESULTS)
