"""Whether participants got better from episode to episode of a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clemtui.analysis.baseline.learning import Learning, Placed, learning
from clemtui.records.studies import StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.results.values import participant, place, value_of


@dataclass(frozen=True, slots=True)
class GameLearning:
    """The slope of the primary measure over the position in one game.

    Attributes:
        instances: how many instances, each in a seat and a language, the slope is adjusted for.
    """

    game: str
    learning: Learning
    instances: int


def learning_of(
    manifest: Manifest, results: Sequence[StudyResult], kept: Sequence[StudyResult]
) -> Iterator[GameLearning]:
    """Yield the slope for every game.

    The position is that among the episodes of a participant in a game, from 1, whether they count
    or not; practice is none of them.

    Args:
        results: all episodes of the study; ``kept``: those that count and are not excluded.
    """
    measure = manifest.protocol.analysis.primary.measure
    numbers = places(results)
    for game in manifest.games:
        rows = [
            Placed(
                participant(each),
                place(each),
                numbers[each.enrolment, game.game, each.position],
                value,
            )
            for each in kept
            if each.game == game.game
            and (value := value_of(each.aborted, each.main_score, measure)) is not None
        ]
        yield GameLearning(game.game, learning(rows), len({each.instance for each in rows}))


def places(results: Sequence[StudyResult]) -> dict[tuple[str, str, int], int]:
    """Return the position in the game, from 1, by enrolment, game and position of the assignment.

    An episode that does not count has a position as well; practice has none.
    """
    positions: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for each in results:
        if not each.practice:
            positions[each.enrolment, each.game].add(each.position)
    return {
        (*who, position): number
        for who, found in positions.items()
        for number, position in enumerate(sorted(found), 1)
    }
