"""Opening the app, or the plain-text front end, from a command."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

from clemtui.cli.options import at_terminal

if TYPE_CHECKING:
    from clemtui.cli.options import Setup
    from clemtui.plain import PlainOptions


def open_app(setup: Setup, **given: Any) -> int:
    """Run the app in this terminal with the given options; see `AppOptions`.

    Garbage collection is off until the app turns it on after painting the first screen: importing
    modules produces next to no garbage, and looking for it costs a tenth of the start-up time.

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
            data=setup.places.data,
            **{"config_file": setup.places.config_file, **given},
        )
    )


def plain_options(setup: Setup, **given: Any) -> PlainOptions:
    """Return the options of the plain-text front end, with the given ones; see `PlainOptions`."""
    from clemtui.plain import PlainOptions

    return PlainOptions(
        interface=setup.interface,
        database=setup.database,
        settings=setup.settings,
        collections=setup.collections,
        # Without a terminal, the command is plain anyway.
        repeated_options=(*setup.repeated_options, *(["--plain"] if at_terminal() else [])),
        **given,
    )
