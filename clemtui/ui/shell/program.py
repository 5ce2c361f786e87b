"""What screens may ask of the app above them (`clemtui.ui.app.ClemtuiApp`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from clemtui.ui.terminal.key_order import OrderedKeys

if TYPE_CHECKING:
    from clemtui.config import Settings
    from clemtui.ui.shell.dialogs.palette import Command


class Program(OrderedKeys):
    """The app as its screens see it."""

    async def change_settings(self, changes: Mapping[str, Any]) -> None:
        """Change settings, now and in the configuration file.

        Raises:
            ConfigError: if they cannot be changed. Nothing is changed then.
        """
        raise NotImplementedError

    async def use_settings(self, settings: Settings, language: str) -> None:
        """Use other settings and another interface language, for this session only."""
        raise NotImplementedError

    def preview_theme(self, name: str | None) -> None:
        """Show a theme without saving it; None restores the theme of the settings."""
        raise NotImplementedError

    def show_person(self) -> None:
        """Update the name of who plays on every screen."""
        raise NotImplementedError

    def commands(self) -> Iterator[Command]:
        """Yield the commands that work on every screen and have no key."""
        raise NotImplementedError
