"""The settings. The docstring below each is its user documentation."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from clemtui.players.addresses import invalid_address_reason
from clemtui.strict import matching, not_empty

if TYPE_CHECKING:
    from clemtui.players.llm.parameters import ModelParameters

Keys = Literal["default", "vim", "emacs"]
Motion = Literal["full", "reduced"]
Bidi = Literal["terminal", "app"]
Alert = Literal["none", "bell", "notification"]
Challenges = Literal["on", "off"]
Clock = Literal["off", "on"]

_MODEL_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_BINDING = re.compile(r"[a-z][a-z0-9_-]*(\.[a-z0-9][a-z0-9_-]*)+")
_KEYS = re.compile(r"[^\s,]+(\s*,\s*[^\s,]+)*")


def _command(text: str) -> str | None:
    try:
        return None if shlex.split(text) else "must be a command, such as vim or code --wait"
    except ValueError as error:
        return f"must be a valid shell command ({error})"


def _servers(addresses: tuple[str, ...]) -> str | None:
    return next(filter(None, map(invalid_address_reason, addresses)), None)


def _keymap(keymap: Mapping[str, str]) -> str | None:
    for binding, keys in keymap.items():
        if not _BINDING.fullmatch(binding):
            return f"has no shortcut {binding!r}: ids look like play.leave"
        if not _KEYS.fullmatch(keys.strip()):
            return f"must list the keys of {binding}, separated by commas, such as f10,ctrl+l"
    return None


def _models(models: Mapping[str, object]) -> str | None:
    for name in models:
        if not _MODEL_NAME.fullmatch(name):
            return f"cannot have the name {name!r}: use letters, digits, dots, - and _"
    return None


Text = Annotated[str, not_empty]
_Tag = Annotated[
    str,
    matching(r"[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*", "must be a language tag such as de or pt-BR"),
]


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All settings. Command-line options take precedence."""

    database: Path | None = None
    """The database in which episodes are recorded; by default `clemtui.db` in the data folder. A
    relative path starts at the folder of the configuration file; `~` is the home folder."""

    collections: tuple[Path, ...] = ()
    """Additional collections of games: folders laid out like clemtui's own, with `games/` and
    `locales/`. They are searched in this order, after the bundled one. The code of their games is
    run, so add only collections that you trust."""

    clembench: Path | None = None
    """A clembench checkout. Its instances are then available beside ours, with the benchmark's own
    prompts, and its files can be named without their folder."""

    language: _Tag | None = None
    """The interface language, such as `de` or `pt-BR`; by default the system's. The prompt language
    is chosen with the game."""

    person: Text | None = None
    """The pseudonym to play under, unless `--as` is given; by default, the first person in the
    database."""

    theme: Text | None = None
    """The app's colour theme, by its name in the list of themes."""

    keys: Keys = "default"
    """The keys for moving through lists and texts: `"vim"` and `"emacs"` add these editors' keys to
    the default ones."""

    keymap: Annotated[Mapping[str, str], _keymap] = field(default_factory=dict)
    """Custom shortcuts: a table from the id of a binding to its keys, separated by commas, as in
    `"home.people" = "W,ctrl+w"`. It takes precedence over `keys`. Help shows the ids."""

    motion: Motion = "full"
    """`"reduced"` shows everything at once, without animation."""

    alert: Alert = "none"
    """How the terminal calls you when it is your turn after a wait of five seconds, or while you
    are in another window: `"bell"`, or `"notification"` in terminals that show them, such as
    Ghostty, iTerm2, kitty and WezTerm."""

    clock: Clock = "off"
    """`"on"` shows how long you have been answering, without pauses, in the frame of your answer.
    The record says so with each answer."""

    challenges: Challenges = "on"
    """`"off"` hides what invites you to come back: daily tasks, streaks, your best results and how
    your results are distributed."""

    bidi: Bidi = "terminal"
    """Who orders right-to-left text, such as Arabic, for display: `"terminal"` leaves it to the
    terminal, `"app"` does it in clemtui, for terminals that do not. Requires the packages of the
    extra `bidi`."""

    editor: Annotated[str, _command] | None = None
    """The editor for long answers, as a command such as `"code --wait"`; by default the one in
    `VISUAL` or `EDITOR`."""

    servers: Annotated[tuple[str, ...], _servers] = ()
    """Addresses of model servers, such as `"http://gpu-box:8000"`, to search for models, in
    addition to the usual ones on this computer. This sends them no key."""

    models: Annotated[Mapping[str, ModelParameters], _models] = field(default_factory=dict)
    """Models under your own names, each in a table `[models.NAME]`. Wherever a model is expected,
    the name stands for all of its parameters."""
