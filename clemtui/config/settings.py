"""What can be set. The text under each setting is its documentation."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from clemtui.players.addresses import address_problem
from clemtui.strict import matching, not_empty

if TYPE_CHECKING:
    from clemtui.players.llm.parameters import ModelParameters

Keys = Literal["default", "vim", "emacs"]
Motion = Literal["full", "reduced"]
Bidi = Literal["terminal", "app"]

_MODEL_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_BINDING = re.compile(r"[a-z][a-z0-9_-]*(\.[a-z0-9][a-z0-9_-]*)+")
_KEYS = re.compile(r"[^\s,]+(\s*,\s*[^\s,]+)*")


def _command(text: str) -> str | None:
    try:
        return None if shlex.split(text) else "must be a command, such as vim or code --wait"
    except ValueError as error:
        return f"must be a command that a shell could read ({error})"


def _servers(addresses: tuple[str, ...]) -> str | None:
    return next(filter(None, map(address_problem, addresses)), None)


def _keymap(keymap: Mapping[str, str]) -> str | None:
    for binding, keys in keymap.items():
        if not _BINDING.fullmatch(binding):
            return f"cannot name {binding!r}: the id of a key is such as play.leave"
        if not _KEYS.fullmatch(keys.strip()):
            return f"must give {binding} its keys, separated by commas, such as f10,ctrl+l"
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
    """What can be set. Whatever the command line says has precedence."""

    database: Path | None = None
    """The database in which sessions are recorded; without it, `clemtui.db` in the data folder. A
    relative path starts at the folder of the configuration file, `~` is the home folder."""

    collections: tuple[Path, ...] = ()
    """Further collections of games: folders laid out like clemtui's own, with `games/` and
    `locales/`. They are searched in this order, after the bundled one. The code of their games is
    run, so name only collections that you trust."""

    clembench: Path | None = None
    """Your own checkout of clembench. Its instances are then offered beside ours, with the
    benchmark's own prompts, and their files can be named without their folder."""

    language: _Tag | None = None
    """The language of the interface, such as `de` or `pt-BR`; without it, the system's. The
    language that a game is played in is chosen with the game."""

    person: Text | None = None
    """The pseudonym of who plays, unless `--as` says otherwise; without it, the person that the
    database began with."""

    theme: Text | None = None
    """The colours of the app, by the name that its list of themes gives them."""

    keys: Keys = "default"
    """The keys that lists and texts are moved in with: `"vim"` and `"emacs"` add the movements of
    these editors to the default ones."""

    keymap: Annotated[Mapping[str, str], _keymap] = field(default_factory=dict)
    """Other keys for what the app does: a table from the id of a binding to its keys, separated by
    commas, as in `"home.people" = "W,ctrl+w"`. It has precedence over `keys`. Help shows the
    ids."""

    motion: Motion = "full"
    """`"reduced"` shows everything at once, without animation."""

    bidi: Bidi = "terminal"
    """Who puts text that runs from right to left, such as Arabic, in the order in which it is
    drawn: `"terminal"` leaves that to the terminal, `"app"` does it here, for terminals that do
    not. It needs the packages of the extra `bidi`."""

    editor: Annotated[str, _command] | None = None
    """The editor that long answers can be written in, as a command such as `"code --wait"`;
    without it, the one that `VISUAL` or `EDITOR` names."""

    servers: Annotated[tuple[str, ...], _servers] = ()
    """Addresses of model servers, such as `"http://gpu-box:8000"`, that are asked which models they
    have, beside the usual ones of this computer. No key is sent to them for that."""

    models: Annotated[Mapping[str, ModelParameters], _models] = field(default_factory=dict)
    """Models under names of your own, each a table `[models.NAME]`. Wherever a model is asked for,
    the name stands for all of its parameters."""
