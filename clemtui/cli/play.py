"""``clemtui play``: play one episode, in the app or as lines of text."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import click
from click.core import ParameterSource

from clemtui.archive.episodes import unfinished_id
from clemtui.archive.people import typed_person
from clemtui.cli.choosing import EXPERIMENT, GAME_ID, INSTANCES, model_options
from clemtui.cli.opening import open_app, plain_options
from clemtui.cli.options import (
    CLEMBENCH,
    Setup,
    WholeNumber,
    at_terminal,
    common_options,
    current_setup,
    names,
    new_tag,
)
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.checkout_files import official_file
from clemtui.episode.planning.daily import local_today
from clemtui.episode.planning.names import check_choices
from clemtui.episode.planning.plan import MAX_SEED, Choices, ModelOverrides
from clemtui.records.rows import Interface

LATEST = ""


@dataclass(frozen=True)
class PlayOptions:
    """The options of the command, under their names."""

    game: str | None
    seat: str | None
    partner: tuple[str, ...]
    lang: str | None
    experiment: str | None
    game_id: int | None
    seed: int | None
    daily: bool
    instances: Path | None
    interface: Interface
    aids: tuple[str, ...] | None
    person: str | None
    practice: bool
    tags: tuple[tuple[str, str], ...]
    models: ModelOverrides
    plain: bool
    resume: str | None
    new: bool
    take_over: bool


@click.command()
@click.argument("game", required=False)
@click.option(
    "--seat", metavar="SEAT", help='Your seat: "Player 1", ..., a role, or "observer" to watch.'
)
@click.option(
    "--partner",
    type=names,
    default="scripted",
    show_default=True,
    metavar="PLAYER[,PLAYER]",
    help="Who fills the other seats: human or human:NAME, scripted, a named model or a litellm "
    "name.",
)
@click.option("--lang", metavar="LANG", help="Prompt language.")
@EXPERIMENT
@GAME_ID
@click.option(
    "--seed",
    type=WholeNumber(min=0, max=MAX_SEED),
    metavar="N",
    help="Create a new instance from this seed.",
)
@click.option(
    "--daily",
    is_flag=True,
    help="The daily task: the same for everyone on this date, with prompts in this language.",
)
@INSTANCES
@CLEMBENCH
@click.option(
    "--interface",
    type=click.Choice(get_args(Interface)),
    default="assisted",
    show_default=True,
    help="Show board, form and hints, only the board, or only the messages a model gets.",
)
@click.option(
    "--aids",
    type=names,
    metavar="AID[,AID]|none",
    help="The aids: of the assisted interface, those that 'clemtui games --json' lists; of the "
    "verbatim one, end_warning. [default: all]",
)
@click.option("--as", "person", metavar="NAME", help="The pseudonym to play under.")
@click.option("--practice", is_flag=True, help="Practice: the episode does not count.")
@click.option(
    "--tag",
    "tags",
    type=new_tag,
    metavar="K=V",
    multiple=True,
    help="Tag the episode and those that are played from its result.",
)
@model_options
@click.option("--plain", is_flag=True, help="Use lines of text instead of the app.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value=LATEST,
    metavar="[ID]",
    help="Resume an unfinished episode: the newest, or the one with this id.",
)
@click.option("--new", is_flag=True, help="Start a new episode without offering to resume one.")
@click.option(
    "--take-over", is_flag=True, help="Take over the episode from the program playing it."
)
@common_options
def play(**given: Any) -> None:
    """Play an episode of GAME, or resume one.

    Without a terminal this runs as with --plain: lines of text that a screen reader, a pipe or a
    script can use.

    \b
    Examples:
      clemtui play wordle
      clemtui play taboo --seat WordGuesser --partner anthropic/claude-sonnet-4-5 --lang de
      clemtui play taboo --seat observer --partner scripted,openai/gpt-4o-mini
      clemtui play wordle --experiment high --game-id 3 --plain
      clemtui play wordle --clembench ~/clembench --instances instances_v2.0
      clemtui play --resume
    """
    options = PlayOptions(**given)
    if options.game is None and options.resume is None:
        raise click.UsageError("no game given; 'clemtui games' lists them")
    if options.take_over and options.resume is None:
        raise click.UsageError("--take-over requires --resume")
    if options.person is not None and not options.person.strip():
        raise click.BadParameter("the name is empty", param_hint="--as")
    options = replace(options, plain=options.plain or not at_terminal())
    setup = current_setup()
    if options.person is not None:
        options = replace(options, person=typed_person(setup.database, options.person))
    start = _played if options.resume is None else _resumed
    click.get_current_context().exit(start(setup, options))


def _choices(setup: Setup, options: PlayOptions) -> Choices:
    assert options.game is not None
    return Choices(
        game=options.game,
        seat=options.seat,
        partner=options.partner,
        language=options.lang,
        interface=options.interface,
        aids=() if options.aids == ("none",) else options.aids,
        interface_language=setup.interface.language,
        instances=_instances(setup, options),
        experiment=options.experiment,
        game_id=options.game_id,
        seed=options.seed,
        daily=local_today() if options.daily else None,
        practice=options.practice,
        person=options.person or "",
        tags=dict(options.tags),
        models=options.models,
    )


def _instances(setup: Setup, options: PlayOptions) -> Path | None:
    """Return the instance file to use; a checkout on the command line implies one."""
    assert options.game is not None
    made = options.seed is not None or options.daily
    if options.instances is None and (setup.named_checkout is None or made):
        return None
    return official_file(options.game, options.instances, setup.settings.clembench)


def _played(setup: Setup, options: PlayOptions) -> int:
    choices, person = _choices(setup, options), options.person
    if options.plain:
        from clemtui.plain import play_plain

        given = plain_options(setup, person=person, new=options.new)
        return asyncio.run(play_plain(given, choices))
    try:
        check_choices(setup.settings, setup.collections, choices)
    except UsageError as error:
        source = click.get_current_context().get_parameter_source("partner")
        if error.field != "partner" or source is not ParameterSource.DEFAULT:
            raise
        return open_app(setup, person=person, choices=choices, ask_partner=True)
    return open_app(setup, person=person, choices=choices)


def _resumed(setup: Setup, options: PlayOptions) -> int:
    part, game, person = options.resume or None, options.game, options.person
    if part is None:  # the newest of the person who plays by default, not of anyone
        person = person or setup.settings.person
    if options.plain:
        from clemtui.plain import resume_plain

        given = plain_options(setup, person=person, take_over=options.take_over)
        return asyncio.run(resume_plain(given, part, game))
    episode = unfinished_id(setup.database, part, game, person)
    return open_app(setup, person=person, resume=episode, take_over=options.take_over)
