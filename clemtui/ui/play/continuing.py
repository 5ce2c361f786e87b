"""Going on with another partner: the episode that is shown is replaced by a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clemtui.episode.errors import PlayError
from clemtui.ui.shell.starting import show_again

if TYPE_CHECKING:
    from clemtui.ui.play.actions import PlayActions


async def continue_with(screen: PlayActions, seat: str, word: str) -> None:
    """Begin a new episode with the same entries and somebody else in a seat, and show it.

    Raises:
        PlayError, StoreError: if that cannot be done; the episode shown may have been left then.
    """
    context, live = screen.context, screen.live
    with screen.busy():
        service = await context.service()
        watcher = "" if live.human_seats else await context.who_plays()
        new = await service.continue_with(live.id, {seat: word}, person=watcher)
        unfinished = await service.unfinished()
    summary = next((each.summary for each in unfinished if each.summary.id == new.id), None)
    if summary is None:  # another program has taken it at once
        raise PlayError(screen.interface.text("There is no unfinished episode {id}.", id=new.id))
    await show_again(screen, new, summary, instead=True)
    screen.app.notify(
        screen.interface.text(
            "This is a new episode with the same beginning. The one before stays as it was."
        ),
        markup=False,
        timeout=8,
    )
