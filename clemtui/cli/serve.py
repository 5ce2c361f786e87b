"""``clemtui serve``: the app in a browser."""

from __future__ import annotations

import os
import sys
from dataclasses import replace

import click

from clemtui.cli.opening import open_app
from clemtui.cli.options import Setup, WholeNumber, common_options, current_setup

INSTALL = (
    "the app in a browser needs the package textual-serve: install clemtui with its extra 'serve', "
    'or run: python -m pip install "textual-serve>=1.1.3,<1.2"'
)


@click.command()
@click.option(
    "--host",
    metavar="HOST",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; by default only this machine can connect. On any other "
    "address, anyone who can reach it can play: there is no login.",
)
@click.option(
    "--port",
    type=WholeNumber(1, 65535),
    metavar="PORT",
    default=8000,
    show_default=True,
    help="The port to listen on.",
)
@click.option("--tab", is_flag=True, hidden=True, help="One tab, as the server starts it.")
@common_options
def serve(host: str, port: int, tab: bool) -> None:
    """Serve the app to browsers, for example on a lab machine. Press Ctrl+C to stop.

    Every tab is a separate clemtui that first asks who plays; all tabs use one database. A running
    game is saved when its tab is closed. Settings changed in a tab apply to that tab only.

    \b
    Examples:
      clemtui serve
      clemtui serve --port 8080 --db study.db
    """
    setup = current_setup()
    context = click.get_current_context()
    if tab:
        context.exit(_play(setup))
    try:
        from clemtui.cli.serving import TabServer, address, is_loopback
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in _EXTRA:
            raise
        raise click.ClickException(INSTALL) from None
    ui = setup.interface
    if not is_loopback(host):
        click.echo(
            ui.text(
                "There is no login: anyone who can reach {address} can play here, see "
                "every record and use your models and keys.",
                address=address(host, port),
            ),
            err=True,
        )
    announce = ui.text(
        "clemtui is running at {address}; open it in a browser. Press Ctrl+C to stop it.",
        address=address(host, port),
    )
    # -P: do not import modules from the current folder
    words = [sys.executable, "-P", "-m", "clemtui", "serve", "--tab", *setup.repeated_options]
    try:
        TabServer(words, host=host, port=port, announce=announce).serve()
    except OSError as error:
        raise click.ClickException(
            f"cannot listen at {address(host, port)} ({error.strerror or error}); choose "
            "another address with --host or --port"
        ) from None


_EXTRA = ("textual_serve", "aiohttp", "aiohttp_jinja2", "jinja2")


def _play(setup: Setup) -> int:
    """Run the app for a tab: ask who plays, and never write the settings."""
    if os.name != "nt":
        os.setpgrp()  # the server receives Ctrl+C and then ends its tabs in order
    unnamed = replace(setup, settings=replace(setup.settings, person=None))
    return open_app(unnamed, first="people", config_file=None)
