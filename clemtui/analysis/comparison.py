"""A comparison of players: the benchmark's measures for all who played the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from clemtui.analysis.descriptions import settings_of_rows
from clemtui.analysis.measures import mean_of_sum
from clemtui.analysis.report.dimensions import (
    NO_AIDS,
    Dimension,
    aids_in_words,
    condition_in_words,
    instances_in_words,
    pooled,
)
from clemtui.records.line_ups import SeatPlayer
from clemtui.records.results import ExclusionReason, Tallies, Tally


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One row of a comparison: the results of one line-up.

    Attributes:
        seats: who played, in the order of the seats; one in a single-seat game.
        settings: what tells this row from others of players with the same names; empty if there
            are none.
        interface: ``assisted``, ``board`` or ``verbatim`` if people played; otherwise empty.
        language: of the prompts, if the comparison has several; otherwise empty.
        people: number of different people.
        episodes: their number. Replicates by models and scripted players are averaged first.
        played: % played, 0 to 100.
        quality: mean main score of the played episodes, 0 to 100; None if none was played.
        joint: mean main score with aborted episodes as 0; None if the game has no main score.
        solved: share of successes, 0 to 100.
        successes, losses, aborted: episodes with that flag; an episode may have several, or none.
    """

    seats: tuple[SeatPlayer, ...]
    settings: str
    interface: str
    language: str
    people: int
    episodes: int
    played: float
    quality: float | None
    joint: float | None
    solved: float
    successes: int
    losses: int
    aborted: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of all who played the same, best joint score first.

    Rows are kept apart as in a report, except for what is ``pooled``: dimensions in which the
    episodes of a row differ, with the values. ``left_out``: number of excluded episodes, by reason.
    """

    rows: tuple[ComparisonRow, ...] = ()
    left_out: Mapping[ExclusionReason, int] = field(default_factory=dict)
    pooled: Mapping[Dimension, tuple[str, ...]] = field(default_factory=dict)

    @property
    def episodes(self) -> int:
        """The number of episodes compared."""
        return sum(row.episodes for row in self.rows)

    @property
    def recorded(self) -> int:
        """The number of episodes compared and excluded."""
        return self.episodes + sum(self.left_out.values())

    def place(self, joint: float) -> int:
        """Return the row before which a joint score is inserted, 0 for the top; after equal
        scores."""
        return sum(1 for row in self.rows if row.joint is not None and row.joint >= joint)


def compare(tallies: Tallies) -> Comparison:
    """Build the table from the counts and sums of the database."""
    settings = settings_of_rows(tallies.rows)
    languages = len({tally.language for tally in tallies.rows}) > 1
    rows = sorted(
        (
            _comparison_row(tally, settings[tally], tally.language if languages else "")
            for tally in tallies.rows
        ),
        key=_order,
    )
    return Comparison(tuple(rows), dict(tallies.left_out), _pooled(tallies))


def _pooled(tallies: Tallies) -> dict[Dimension, tuple[str, ...]]:
    """Return what the rows pool."""
    return pooled(
        {
            "condition": {
                condition_in_words(tallies.contents.get(each, {}), tally.interface)
                for each in tally.conditions
            },
            "aids": {
                aids_in_words(tallies.contents.get(each, {})) if tally.interface else NO_AIDS
                for each in tally.conditions
            },
            "instances": {instances_in_words(*each) for each in tally.instances},
        }
        for tally in tallies.rows
    )


def _comparison_row(tally: Tally, settings: str, language: str) -> ComparisonRow:
    return ComparisonRow(
        seats=tally.seats,
        settings=settings,
        interface=tally.interface,
        language=language,
        people=tally.people,
        episodes=tally.episodes,
        played=tally.played_sum / tally.items * 100,
        quality=mean_of_sum(tally.main_sum, tally.scored),
        joint=mean_of_sum(tally.joint_sum, tally.joint_scored),
        solved=tally.solved_sum / tally.items * 100,
        successes=tally.success,
        losses=tally.lose,
        aborted=tally.aborted,
    )


def _order(row: ComparisonRow) -> tuple[bool, float, int, str]:
    joint = 0.0 if row.joint is None else -row.joint
    return row.joint is None, joint, -row.episodes, str(row.seats)
