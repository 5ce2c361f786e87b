"""The migrations of the database, an append-only list.

A released step never changes: `tests/store/old` contains a database from each.
"""

from __future__ import annotations

from clemtui.store.library import Database, Migrations
from clemtui.store.migrations import (
    m0001_tables,
    m0002_views,
    m0003_history,
    m0004_tallies,
    m0005_runs,
    m0006_sample,
    m0007_answers,
    m0009_erasures,
    m0010_timing,
    m0011_results,
    m0012_items,
    m0013_exposures,
    m0014_baseline,
    m0015_silent_models,
    m0016_order,
    m0017_registry,
    m0018_players,
    m0019_large_histories,
    m0020_studies,
    m0021_held,
)

STEPS = Migrations("clemtui")
STEPS(name="0001_tables")(m0001_tables.apply)
STEPS(name="0002_views")(m0002_views.apply)
STEPS(name="0003_history")(m0003_history.apply)
STEPS(name="0004_tallies")(m0004_tallies.apply)
STEPS(name="0005_runs")(m0005_runs.apply)
STEPS(name="0006_sample")(m0006_sample.apply)
STEPS(name="0007_answers")(m0007_answers.apply)
STEPS(name="0009_erasures")(m0009_erasures.apply)
STEPS(name="0010_timing")(m0010_timing.apply)
STEPS(name="0011_results")(m0011_results.apply)
STEPS(name="0012_items")(m0012_items.apply)
STEPS(name="0013_exposures")(m0013_exposures.apply)
STEPS(name="0014_baseline")(m0014_baseline.apply)
STEPS(name="0015_silent_models")(m0015_silent_models.apply)
STEPS(name="0016_order")(m0016_order.apply)
STEPS(name="0017_registry")(m0017_registry.apply)
STEPS(name="0018_players")(m0018_players.apply)
STEPS(name="0019_large_histories")(m0019_large_histories.apply)
STEPS(name="0020_studies")(m0020_studies.apply)
STEPS(name="0021_held")(m0021_held.apply)


def known() -> tuple[str, ...]:
    """Return the names of the steps of this version, in order."""
    return tuple(step.name for step in STEPS.pending(Database(memory=True)))
