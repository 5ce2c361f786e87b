# ruff: noqa: E501 - frozen text
"""The triggers of step 1, frozen.

`clemtui.store.schema.guards` generates the triggers of a new table; its migration contains a copy.
"""

from __future__ import annotations

V1_GUARDS = """
CREATE TRIGGER databases_update BEFORE UPDATE ON databases WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'databases is evidence and append-only'); END;
CREATE TRIGGER databases_delete BEFORE DELETE ON databases WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'databases is evidence and append-only'); END;
CREATE TRIGGER contents_update BEFORE UPDATE ON contents WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'contents is evidence and append-only'); END;
CREATE TRIGGER contents_delete BEFORE DELETE ON contents WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'contents is evidence and append-only'); END;
CREATE TRIGGER people_update BEFORE UPDATE ON people WHEN NOT EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = OLD.id AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'people is evidence and append-only'); END;
CREATE TRIGGER people_delete BEFORE DELETE ON people WHEN NOT EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = OLD.id AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'people is evidence and append-only'); END;
CREATE TRIGGER consents_update BEFORE UPDATE ON consents WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'consents is evidence and append-only'); END;
CREATE TRIGGER consents_delete BEFORE DELETE ON consents WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'consents is evidence and append-only'); END;
CREATE TRIGGER sessions_update BEFORE UPDATE ON sessions WHEN NOT EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = OLD.person AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'sessions is evidence and append-only'); END;
CREATE TRIGGER sessions_delete BEFORE DELETE ON sessions WHEN NOT EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = OLD.person AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'sessions is evidence and append-only'); END;
CREATE TRIGGER sitting_events_update BEFORE UPDATE ON sitting_events WHEN NOT EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = (SELECT person FROM sessions WHERE id = OLD.session) AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'sitting_events is evidence and append-only'); END;
CREATE TRIGGER sitting_events_delete BEFORE DELETE ON sitting_events WHEN NOT EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = (SELECT person FROM sessions WHERE id = OLD.session) AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'sitting_events is evidence and append-only'); END;
CREATE TRIGGER episodes_update BEFORE UPDATE ON episodes WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.id AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'episodes is evidence and append-only'); END;
CREATE TRIGGER episodes_delete BEFORE DELETE ON episodes WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.id AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'episodes is evidence and append-only'); END;
CREATE TRIGGER seat_assignments_update BEFORE UPDATE ON seat_assignments WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'seat_assignments is evidence and append-only'); END;
CREATE TRIGGER seat_assignments_delete BEFORE DELETE ON seat_assignments WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'seat_assignments is evidence and append-only'); END;
CREATE TRIGGER requests_update BEFORE UPDATE ON requests WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'requests is evidence and append-only'); END;
CREATE TRIGGER requests_delete BEFORE DELETE ON requests WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'requests is evidence and append-only'); END;
CREATE TRIGGER entries_update BEFORE UPDATE ON entries WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'entries is evidence and append-only'); END;
CREATE TRIGGER entries_delete BEFORE DELETE ON entries WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'entries is evidence and append-only'); END;
CREATE TRIGGER attempts_started_update BEFORE UPDATE ON attempts_started WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempts_started is evidence and append-only'); END;
CREATE TRIGGER attempts_started_delete BEFORE DELETE ON attempts_started WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempts_started is evidence and append-only'); END;
CREATE TRIGGER attempt_partials_update BEFORE UPDATE ON attempt_partials WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = (SELECT episode FROM attempts_started WHERE id = OLD.attempt) AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempt_partials is evidence and append-only'); END;
CREATE TRIGGER attempt_partials_delete BEFORE DELETE ON attempt_partials WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = (SELECT episode FROM attempts_started WHERE id = OLD.attempt) AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempt_partials is evidence and append-only'); END;
CREATE TRIGGER attempts_ended_update BEFORE UPDATE ON attempts_ended WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = (SELECT episode FROM attempts_started WHERE id = OLD.attempt) AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempts_ended is evidence and append-only'); END;
CREATE TRIGGER attempts_ended_delete BEFORE DELETE ON attempts_ended WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = (SELECT episode FROM attempts_started WHERE id = OLD.attempt) AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempts_ended is evidence and append-only'); END;
CREATE TRIGGER episode_ends_update BEFORE UPDATE ON episode_ends WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'episode_ends is evidence and append-only'); END;
CREATE TRIGGER episode_ends_delete BEFORE DELETE ON episode_ends WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'episode_ends is evidence and append-only'); END;
CREATE TRIGGER exposures_update BEFORE UPDATE ON exposures WHEN NOT EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = OLD.person AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'exposures is evidence and append-only'); END;
CREATE TRIGGER exposures_delete BEFORE DELETE ON exposures WHEN NOT EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = OLD.person AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'exposures is evidence and append-only'); END;
CREATE TRIGGER tags_update BEFORE UPDATE ON tags WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'tags is evidence and append-only'); END;
CREATE TRIGGER tags_delete BEFORE DELETE ON tags WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'tags is evidence and append-only'); END;
CREATE TRIGGER erased_episodes_update BEFORE UPDATE ON erased_episodes WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'erased_episodes is evidence and append-only'); END;
CREATE TRIGGER erased_episodes_delete BEFORE DELETE ON erased_episodes WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'erased_episodes is evidence and append-only'); END;
CREATE TRIGGER databases_once BEFORE INSERT ON databases
WHEN EXISTS (SELECT 1 FROM databases WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'databases has this record already'); END;
CREATE TRIGGER contents_once BEFORE INSERT ON contents
WHEN EXISTS (SELECT 1 FROM contents WHERE hash = NEW.hash)
BEGIN SELECT RAISE(ABORT, 'contents has this record already'); END;
CREATE TRIGGER people_once BEFORE INSERT ON people
WHEN EXISTS (SELECT 1 FROM people WHERE id = NEW.id OR pseudonym = NEW.pseudonym)
BEGIN SELECT RAISE(ABORT, 'people has this record already'); END;
CREATE TRIGGER consents_once BEFORE INSERT ON consents
WHEN EXISTS (SELECT 1 FROM consents WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'consents has this record already'); END;
CREATE TRIGGER sessions_once BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM sessions WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'sessions has this record already'); END;
CREATE TRIGGER sitting_events_once BEFORE INSERT ON sitting_events
WHEN EXISTS (SELECT 1 FROM sitting_events WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'sitting_events has this record already'); END;
CREATE TRIGGER episodes_once BEFORE INSERT ON episodes
WHEN EXISTS (SELECT 1 FROM episodes WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'episodes has this record already'); END;
CREATE TRIGGER seat_assignments_once BEFORE INSERT ON seat_assignments
WHEN EXISTS (SELECT 1 FROM seat_assignments WHERE episode = NEW.episode AND seat = NEW.seat)
BEGIN SELECT RAISE(ABORT, 'seat_assignments has this record already'); END;
CREATE TRIGGER requests_once BEFORE INSERT ON requests
WHEN EXISTS (SELECT 1 FROM requests WHERE episode = NEW.episode AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'requests has this record already'); END;
CREATE TRIGGER entries_once BEFORE INSERT ON entries
WHEN EXISTS (SELECT 1 FROM entries WHERE episode = NEW.episode AND (seq = NEW.seq OR request = NEW.request))
BEGIN SELECT RAISE(ABORT, 'entries has this record already'); END;
CREATE TRIGGER attempts_started_once BEFORE INSERT ON attempts_started
WHEN EXISTS (SELECT 1 FROM attempts_started WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'attempts_started has this record already'); END;
CREATE TRIGGER attempt_partials_once BEFORE INSERT ON attempt_partials
WHEN EXISTS (SELECT 1 FROM attempt_partials WHERE attempt = NEW.attempt AND seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'attempt_partials has this record already'); END;
CREATE TRIGGER attempts_ended_once BEFORE INSERT ON attempts_ended
WHEN EXISTS (SELECT 1 FROM attempts_ended WHERE attempt = NEW.attempt)
BEGIN SELECT RAISE(ABORT, 'attempts_ended has this record already'); END;
CREATE TRIGGER episode_ends_once BEFORE INSERT ON episode_ends
WHEN EXISTS (SELECT 1 FROM episode_ends WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'episode_ends has this record already'); END;
CREATE TRIGGER exposures_once BEFORE INSERT ON exposures
WHEN EXISTS (SELECT 1 FROM exposures WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'exposures has this record already'); END;
CREATE TRIGGER tags_once BEFORE INSERT ON tags
WHEN EXISTS (SELECT 1 FROM tags WHERE episode = NEW.episode AND key = NEW.key AND value = NEW.value)
BEGIN SELECT RAISE(ABORT, 'tags has this record already'); END;
CREATE TRIGGER erasures_once BEFORE INSERT ON erasures
WHEN EXISTS (SELECT 1 FROM erasures WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'erasures has this record already'); END;
CREATE TRIGGER erased_episodes_once BEFORE INSERT ON erased_episodes
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode AND erasure = NEW.erasure)
BEGIN SELECT RAISE(ABORT, 'erased_episodes has this record already'); END;
CREATE TRIGGER requests_erased BEFORE INSERT ON requests
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER entries_erased BEFORE INSERT ON entries
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER attempts_started_erased BEFORE INSERT ON attempts_started
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER attempt_partials_erased BEFORE INSERT ON attempt_partials
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = (SELECT episode FROM attempts_started WHERE id = NEW.attempt))
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER attempts_ended_erased BEFORE INSERT ON attempts_ended
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = (SELECT episode FROM attempts_started WHERE id = NEW.attempt))
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER episode_ends_erased BEFORE INSERT ON episode_ends
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER tags_erased BEFORE INSERT ON tags
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER drafts_erased BEFORE INSERT ON drafts
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER leases_erased BEFORE INSERT ON leases
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER events_erased BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER sessions_forgotten BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;
CREATE TRIGGER seat_assignments_forgotten BEFORE INSERT ON seat_assignments
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;
CREATE TRIGGER exposures_forgotten BEFORE INSERT ON exposures
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;
CREATE TRIGGER requests_over BEFORE INSERT ON requests
WHEN EXISTS (SELECT 1 FROM episode_ends WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode is over'); END;
CREATE TRIGGER entries_over BEFORE INSERT ON entries
WHEN EXISTS (SELECT 1 FROM episode_ends WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode is over'); END;
CREATE TRIGGER erasures_update BEFORE UPDATE ON erasures
WHEN OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL OR NEW.id <> OLD.id
    OR NEW.person <> OLD.person OR NEW.opened_at <> OLD.opened_at
BEGIN SELECT RAISE(ABORT, 'an erasure can only be closed'); END;
CREATE TRIGGER erasures_delete BEFORE DELETE ON erasures
BEGIN SELECT RAISE(ABORT, 'erasures is evidence and append-only'); END;
"""
