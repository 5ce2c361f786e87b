"""Who plays: taken for this sitting, and for the next ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clemtui.ui.shell.base import BaseScreen


async def play_as(screen: BaseScreen[Any], person: str) -> None:
    """Play under a name from now on, and say so where it cannot be kept for the next time."""
    from clemtui.config import ConfigError
    from clemtui.episode.errors import message_of

    try:
        await screen.program.change({"person": person})
    except ConfigError as error:
        screen.context.person = person
        screen.program.show_person()
        screen.complain(message_of(error))
