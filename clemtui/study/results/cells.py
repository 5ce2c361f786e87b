"""The cells of a study: seats and languages of its games. They are analysed each on its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clemtui.records.studies import StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.tasks import Cell


def cells_of(
    manifest: Manifest, results: Sequence[StudyResult]
) -> Iterator[tuple[str, Cell | None, list[StudyResult]]]:
    """Yield each game with its episodes, then, if it has several cells, each of these with its own.

    They come in the order of the protocol; the cell of a whole game is None.
    """
    for game in manifest.games:
        of_game = [each for each in results if each.game == game.game]
        yield game.game, None, of_game
        if len(game.cells) > 1:
            for cell in game.cells:
                yield game.game, cell, [each for each in of_game if cell_of(each) == cell]


def cell_of(result: StudyResult) -> Cell:
    """Return the cell of an episode."""
    return Cell(result.seat, result.language)
