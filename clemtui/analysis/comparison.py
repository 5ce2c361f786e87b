"""A comparison of players: the benchmark's measures for all who played the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from clemtui.analysis.descriptions import settings_of_rows
from clemtui.analysis.measures import mean_of_sum
from clemtui.records.line_ups import SeatPlayer
from clemtui.records.results import Tallies, Tally, TallyExclusionReason


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One row of a comparison: the results of one line-up.

    Attributes:
        seats: who played, in the order of the seats; one in a single-seat game.
        settings: what tells this row from others of players with the same names; empty if there
            are none.
        interface: ``assisted`` or ``verbatim`` if people played; otherwise empty.
        people: number of different people.
        episodes: their number. Replicates by models and scripted players are averaged first.
        played: % played, 0 to 100.
        quality: mean main score of the played episodes, 0 to 100; None if none was played.
        joint: mean main score with aborted episodes as 0; None if the game has no main score.
        successes, losses, aborted: episodes with that flag; an episode may have several, or none.
    """

    seats: tuple[SeatPlayer, ...]
    settings: str
    interface: str
    people: int
    episodes: int
    played: float
    quality: float | None
    joint: float | None
    successes: int
    losses: int
    aborted: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of all who played the same, best joint score first.

    ``left_out``: number of excluded episodes, by reason
    (`clemtui.records.results.TallyExclusionReason`).
    """

    rows: tuple[ComparisonRow, ...] = ()
    left_out: Mapping[TallyExclusionReason, int] = field(default_factory=dict)

    @property
    def episodes(self) -> int:
        """The number of episodes compared."""
        return sum(row.episodes for row in self.rows)

    def place(self, joint: float) -> int:
        """Return the row before which a joint score is inserted, 0 for the top; after equal
        scores."""
        return sum(1 for row in self.rows if row.joint is not None and row.joint >= joint)


def compare(tallies: Tallies) -> Comparison:
    """Build the table from the counts and sums of the database."""
    settings = settings_of_rows(tallies.rows)
    rows = sorted((_comparison_row(tally, settings[tally]) for tally in tallies.rows), key=_order)
    return Comparison(tuple(rows), dict(tallies.left_out))


def _comparison_row(tally: Tally, settings: str) -> ComparisonRow:
    return ComparisonRow(
        seats=tally.seats,
        settings=settings,
        interface=tally.interface,
        people=tally.people,
        episodes=tally.episodes,
        played=tally.played_sum / tally.items * 100,
        quality=mean_of_sum(tally.main_sum, tally.scored),
        joint=mean_of_sum(tally.joint_sum, tally.joint_scored),
        successes=tally.success,
        losses=tally.lose,
        aborted=tally.aborted,
    )


def _order(row: ComparisonRow) -> tuple[bool, float, int, str]:
    joint = 0.0 if row.joint is None else -row.joint
    return row.joint is None, joint, -row.episodes, str(row.seats)
