"""How consistent participants are, and how many each instance needs.

Every seat and language of a game is analysed on its own: in a whole game, differences between them
would pass for differences between people.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clemtui.analysis.baseline.reliability import Reliability, judges_needed, reliability
from clemtui.records.studies import StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.results.cells import cells_of
from clemtui.study.results.values import observed, participant, place
from clemtui.study.tasks import Cell

TARGET = 0.8
"""The reliability of an instance's mean for which participants are counted, as is customary."""


@dataclass(frozen=True, slots=True)
class Consistency:
    """The consistency of the participants in one seat and language of a game.

    Attributes:
        cell: None: the game has only one.
        reliability: intraclass correlations where everyone played everything, and
            generalizability coefficients; None: nothing counts.
        participants, instances, episodes: what it is based on.
        needed: how many participants each instance needs for a mean of reliability `TARGET`, by
            ICC(2,1) or else by phi of one observation; None: no number is enough, or it is unknown.
    """

    game: str
    cell: Cell | None
    reliability: Reliability | None
    participants: int = 0
    instances: int = 0
    episodes: int = 0
    needed: int | None = None


def consistency_of(manifest: Manifest, kept: Sequence[StudyResult]) -> Iterator[Consistency]:
    """Yield the consistency of participants in the primary measure, cell by cell.

    Args:
        kept: the episodes that count and are not excluded.
    """
    several = {game.game for game in manifest.games if len(game.cells) > 1}
    for game, cell, of_cell in cells_of(manifest, kept):
        if cell is not None or game not in several:
            yield _consistency(manifest, game, cell, of_cell)


def _consistency(
    manifest: Manifest, game: str, cell: Cell | None, results: Sequence[StudyResult]
) -> Consistency:
    found = observed(results, manifest.protocol.analysis.primary.measure, participant, place)
    if found is None:
        return Consistency(game, cell, None)
    made = reliability(found)
    single = None
    if made.single is not None:
        single = made.single.value
    elif made.instances is not None:
        single = made.instances.single_phi
    return Consistency(
        game,
        cell,
        made,
        len(found.participants),
        len(found.instances),
        found.episodes,
        None if single is None else judges_needed(single, TARGET),
    )
