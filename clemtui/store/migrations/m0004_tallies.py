"""Step 4: covering indexes for counting, so that queries need not read table rows.

Three of them replace narrower indexes.
"""

from __future__ import annotations

from clemtui.store.library import Database
from clemtui.store.migrations.scripts import run

INDEXES = """
CREATE INDEX episodes_tally
    ON episodes(game, id, game_version, practice, interface, condition, language, experiment);
CREATE INDEX seat_assignments_line_up
    ON seat_assignments(episode, position, seat, role, kind, player, person);
CREATE INDEX seat_assignments_model_episode ON seat_assignments(player, episode)
    WHERE kind = 'model';
CREATE INDEX seat_assignments_no_model ON seat_assignments(kind, episode) WHERE kind <> 'model';
CREATE INDEX scores_tally ON scores(episode, scorer, aborted, lose, success, main_score);
CREATE INDEX episode_ends_state ON episode_ends(state, episode);
CREATE INDEX contents_continued ON contents(hash)
    WHERE iif(json_valid(body), json_extract(body, '$.continued_from'), NULL) IS NOT NULL;
DROP INDEX episodes_game;
DROP INDEX seat_assignments_player;
DROP INDEX scores_outcome;
"""


def apply(db: Database) -> None:
    """Create the indexes."""
    run(db, INDEXES)
