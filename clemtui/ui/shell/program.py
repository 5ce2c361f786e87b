"""What screens may ask of the app, which stands above them (`clemtui.ui.app.ClemtuiApp`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from textual.app import App

if TYPE_CHECKING:
    from clemtui.ui.shell.dialogs.palette import Command


class Program(App[None]):
    """The app as its screens see it."""

    async def change(self, changes: Mapping[str, Any]) -> None:
        """Change settings, here and now and in the configuration file.

        Raises:
            ConfigError: if they cannot be changed; nothing is then.
        """
        raise NotImplementedError

    def preview_theme(self, name: str | None) -> None:
        """Show a theme without keeping it; None shows the one of the settings again."""
        raise NotImplementedError

    def show_person(self) -> None:
        """Show who plays, on every screen."""
        raise NotImplementedError

    def commands(self) -> Iterator[Command]:
        """What can be done on every screen and has no key."""
        raise NotImplementedError
