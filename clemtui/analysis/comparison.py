"""How players compare: the benchmark's measures for everyone who played the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from clemtui.analysis.measures import mean_of_sum
from clemtui.engine.scores import percentage
from clemtui.records.results import TalliedSeat, Tallies, Tally, TallyExclusionReason


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a comparison: how the episodes of one line-up went.

    Attributes:
        seats: who played, in the seats' order; a game of one seat has one.
        interface: ``assisted`` or ``verbatim`` where people played; else empty.
        people: how many different people that were.
        episodes: the N of every number here.
        played: % played, 0 to 100.
        quality: mean main score of the played, 0 to 100; None where none was.
        joint: mean main score with aborted episodes as 0; None where the game has no main score.
        successes, losses, aborted: episodes with that flag; an episode may have several, or none.
    """

    seats: tuple[TalliedSeat, ...]
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
    """Everyone who played the same, the best joint score first, and what was not compared.

    ``left_out``: how many episodes, by reason (`clemtui.records.results.TallyExclusionReason`).
    """

    rows: tuple[Standing, ...] = ()
    left_out: Mapping[TallyExclusionReason, int] = field(default_factory=dict)

    @property
    def episodes(self) -> int:
        """How many episodes are compared."""
        return sum(row.episodes for row in self.rows)

    def place(self, joint: float) -> int:
        """The row before which a joint score is inserted, 0 for the top; after equal scores."""
        return sum(1 for row in self.rows if row.joint is not None and row.joint >= joint)


def compare(tallies: Tallies) -> Comparison:
    """Make the table of what the database has counted and summed."""
    rows = sorted((_standing(tally) for tally in tallies.rows), key=_order)
    return Comparison(tuple(rows), dict(tallies.left_out))


def _standing(tally: Tally) -> Standing:
    return Standing(
        seats=tally.seats,
        interface=tally.interface,
        people=tally.people,
        episodes=tally.episodes,
        played=percentage(tally.episodes - tally.aborted, tally.episodes),
        quality=mean_of_sum(tally.main_sum, tally.scored),
        joint=mean_of_sum(tally.joint_sum, tally.joint_scored),
        successes=tally.success,
        losses=tally.lose,
        aborted=tally.aborted,
    )


def _order(row: Standing) -> tuple[bool, float, int, str]:
    joint = 0.0 if row.joint is None else -row.joint
    return row.joint is None, joint, -row.episodes, str(row.seats)
