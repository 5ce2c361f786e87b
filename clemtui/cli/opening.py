"""Opening the app, or the plain program, from a command."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clemtui.cli.options import Setup
    from clemtui.plain import PlainOptions


def open_app(setup: Setup, **given: Any) -> int:
    """Run the app in this terminal with what a command was ``given``; see `AppOptions`.

    No garbage is collected until the first screen is painted (see there): while modules are loaded
    there is next to none, and looking for it is a tenth of the time.

    Raises:
        PlayError, UnknownLanguage: see `clemtui.ui.app.run_app`.
    """
    gc.disable()
    from clemtui.ui.app import run_app
    from clemtui.ui.shell.options import AppOptions

    return run_app(
        AppOptions(
            database=setup.database,
            settings=setup.settings,
            collections=setup.collections,
            interface_language=setup.interface.language,
            crashes=setup.places.data / "crashes",
            **{"config_file": setup.places.config_file, **given},
        )
    )


def plain_options(setup: Setup, **given: Any) -> PlainOptions:
    """What the plain program knows, with what a command was ``given``; see `PlainOptions`."""
    from clemtui.plain import PlainOptions

    return PlainOptions(
        interface=setup.interface,
        database=setup.database,
        settings=setup.settings,
        collections=setup.collections,
        repeat=setup.repeat,
        **given,
    )
