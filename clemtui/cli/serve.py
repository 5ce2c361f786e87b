"""``clemtui serve``: the app in a browser."""

from __future__ import annotations

import os
import re
import secrets
import shlex
import sys
from dataclasses import replace
from urllib.parse import urlsplit

import click

from clemtui.archive.people import prepare_records
from clemtui.cli.opening import open_app
from clemtui.cli.options import Setup, WholeNumber, common_options, current_setup
from clemtui.language.sinks import say
from clemtui.ui.shell.options import Permission

ALLOWABLE: tuple[Permission, ...] = ("files", "models", "people")
"""What an operator can allow. A page in a browser has no terminal for an editor."""

INSTALL = (
    "the app in a browser needs the package textual-serve: install clemtui with its extra 'serve', "
    f'or run: {shlex.quote(sys.executable)} -m pip install "textual-serve>=1.1.3,<1.2"'
)


@click.command()
@click.option(
    "--host",
    metavar="HOST",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; by default only this machine can connect.",
)
@click.option(
    "--port",
    type=WholeNumber(1, 65535),
    metavar="PORT",
    default=8000,
    show_default=True,
    help="The port to listen on.",
)
@click.option(
    "--url",
    metavar="URL",
    help="The address that browsers use if a proxy forwards their requests, such as "
    "https://lab.example.org.",
)
@click.option(
    "--tabs",
    type=WholeNumber(min=1),
    metavar="N",
    default=20,
    show_default=True,
    help="How many tabs may be open at once; each needs about 50 MB of memory.",
)
@click.option(
    "--allow",
    type=click.Choice(ALLOWABLE),
    multiple=True,
    help="What visitors may do besides playing; repeatable. files: save to files of this machine. "
    "models: use any model and server, with your keys. "
    "people: play under each other's names, and see each other's records.",
)
@click.option("--tab", is_flag=True, hidden=True, help="One tab, as the server starts it.")
@common_options
def serve(
    host: str, port: int, url: str | None, tabs: int, allow: tuple[Permission, ...], tab: bool
) -> None:
    """Serve the app to browsers, for example on a lab machine. Press Ctrl+C to stop.

    The link that is printed contains a secret token: whoever has the link can play. The token is
    new each time, or the value of the environment variable CLEMTUI_SERVE_TOKEN.

    Every tab is a separate clemtui that first asks for a name; all tabs use one database. A running
    game is saved when its tab is closed. Settings changed in a tab apply to that tab only. Visitors
    play with scripted players and the models named in your settings, see their own records, and
    touch no file of this machine; --allow lifts these limits.

    \b
    Examples:
      clemtui serve
      clemtui serve --port 8080 --db study.db
      clemtui serve --url https://lab.example.org
    """
    _check_host(host)
    setup = current_setup()
    context = click.get_current_context()
    if tab:
        context.exit(_play(setup, allow))
    try:
        from clemtui.cli.serving import TabServer, address, is_loopback
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in _EXTRA:
            raise
        raise click.ClickException(INSTALL) from None
    reached_at = _url(url) if url is not None else ""
    prepare_records(setup.database)
    ui, token = setup.interface, _token(os.environ.get("CLEMTUI_SERVE_TOKEN", ""))
    if not is_loopback(host):
        say(
            ui.text(
                "Anyone who has the link can play here with the models in your settings, at your "
                "cost. The connection is not encrypted."
            ),
            err=True,
        )
    said = ui.text("clemtui is running; press Ctrl+C to stop it. Open this link in a browser:")
    link = f"{reached_at or address(host, port)}/?token={token}"

    def announce() -> None:
        try:
            say(f"{said}\n{link}")  # alone on a line, to be copied
        except OSError as error:
            why = error.strerror or error
            raise click.ClickException(f"cannot print the link ({why})") from None

    # -P: do not import modules from the current folder
    words = [sys.executable, "-P", "-m", "clemtui", "serve", "--tab"]
    words += [*(f"--allow={each}" for each in allow), *setup.repeated_options]
    try:
        TabServer(
            words,
            host=host,
            port=port,
            token=token,
            tabs=tabs,
            announce=announce,
            url=reached_at,
        ).serve()
    except OSError as error:
        raise click.ClickException(
            f"cannot listen at {address(host, port)} ({error.strerror or error}); choose "
            "another address with --host or --port"
        ) from None


def _check_host(host: str) -> None:
    """Check that an address is not empty and names no port.

    Raises:
        click.BadParameter: if it is or does.
    """
    if not host.strip():
        raise click.BadParameter("the address is empty", param_hint="--host")
    name, colon, port = host.rpartition(":")
    if colon and port.isascii() and port.isdecimal() and ":" not in name:
        wanted = f"the address names a port: use --host {name} --port {port}"
        raise click.BadParameter(wanted, param_hint="--host")


def _url(given: str) -> str:
    """Return an address for browsers without a slash at its end.

    Raises:
        click.BadParameter: if it is not that of a server as a whole.
    """
    try:
        parts = urlsplit(given.strip())
        right = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        right = False
    if not right or parts.path not in ("", "/") or parts.query or parts.fragment or "@" in given:
        wanted = "this must be http:// or https:// and a name, such as https://lab.example.org"
        raise click.BadParameter(wanted, param_hint="--url")
    usual = {"http": ":80", "https": ":443"}[parts.scheme]  # browsers leave it out
    return f"{parts.scheme}://{parts.netloc.casefold().removesuffix(usual)}"


def _token(chosen: str) -> str:
    """Return the token of the link: the chosen one, or a new one.

    Raises:
        click.UsageError: if the chosen one can be guessed, or cannot be part of a link.
    """
    if not chosen:
        return secrets.token_urlsafe(16)
    if not _TOKEN.fullmatch(chosen):
        raise click.UsageError(
            "CLEMTUI_SERVE_TOKEN must have at least 16 letters, digits, hyphens or underscores"
        )
    return chosen


_TOKEN = re.compile("[A-Za-z0-9_-]{16,}")
_EXTRA = ("textual_serve", "aiohttp", "aiohttp_jinja2", "jinja2")


def _play(setup: Setup, allow: tuple[Permission, ...]) -> int:
    """Run the app for a tab: ask who plays, and never write the settings."""
    if os.name != "nt":
        os.setpgrp()  # the server receives Ctrl+C and then ends its tabs in order
    unnamed = replace(setup, settings=replace(setup.settings, person=None))
    return open_app(unnamed, first="people", config_file=None, permissions=frozenset(allow))
