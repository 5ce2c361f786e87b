"""Whether the database has the people from whom the thinking times of partners are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from clemtui.episode.restoring.partner_paces import thinking_times
from clemtui.episode.service import PlayService
from clemtui.study.errors import StudyError
from clemtui.study.manifest import Manifest


async def check_thinking(play: PlayService, manifest: Manifest) -> None:
    """Check that people have been recorded in every seat whose thinking times are drawn.

    Raises:
        StudyError: if not; names the game and the role.
        StoreError: if the records cannot be read.
    """
    pacing = manifest.protocol.blinding.pacing
    if pacing is None or pacing.thinking_seconds is not None:
        return
    recorded = await play.has_records()
    for game, seat, role in _partners(play, manifest):
        speed = pacing.graphemes_per_minute
        if not recorded or not await thinking_times(play.read, game, seat, speed):
            raise StudyError(
                f"study {manifest.study!r}: no one was recorded as {role} of {game}, so no "
                "thinking time can be drawn: set thinking_seconds in [blinding.pacing]"
            )


def _partners(play: PlayService, manifest: Manifest) -> Iterator[tuple[str, str, str]]:
    """Yield the game, seat and role of every partner of a participant."""
    for game in manifest.games:
        taken = {cell.seat for cell in game.cells}
        for seat in play.catalogue.card(game.game).seats:
            if not seat.service and taken - {seat.name}:
                yield game.game, seat.name, seat.role
