"""Step 16: `human_episodes` lists tags and exclusions in the same order in every database.

Otherwise the order depended on which database was merged into which.
"""

from __future__ import annotations

from clemtui.store.library import Database
from clemtui.store.migrations.m0010_timing import HUMAN_EPISODES as UNORDERED
from clemtui.store.migrations.m0014_baseline import HUMAN_BASELINE

_TAGS = """(SELECT json_group_array(t.key || '=' || t.value) FROM current_tags t
        WHERE t.episode = e.id AND t.key <> 'excluded') AS tags"""
_TAGS_IN_ORDER = """(SELECT json_group_array(tag) FROM (
        SELECT t.key || '=' || t.value AS tag FROM current_tags t
        WHERE t.episode = e.id AND t.key <> 'excluded' ORDER BY t.key, t.value)) AS tags"""
_EXCLUSION = """(SELECT group_concat(t.value || iif(t.reason = '', '', ': ' || t.reason), '; ')
        FROM current_tags t WHERE t.episode = e.id AND t.key = 'excluded') AS exclusion"""
_EXCLUSION_IN_ORDER = """(SELECT group_concat(reason, '; ') FROM (
        SELECT t.value || iif(t.reason = '', '', ': ' || t.reason) AS reason FROM current_tags t
        WHERE t.episode = e.id AND t.key = 'excluded' ORDER BY t.value, t.reason)) AS exclusion"""

HUMAN_EPISODES = UNORDERED.replace(_TAGS, _TAGS_IN_ORDER).replace(_EXCLUSION, _EXCLUSION_IN_ORDER)


def apply(db: Database) -> None:
    """Replace the view, and the one that selects from it."""
    for view in ("human_baseline", "human_episodes"):
        db.execute(f"DROP VIEW IF EXISTS {view}")
    for statement in (HUMAN_EPISODES, HUMAN_BASELINE):
        db.execute(statement)
