"""``clemtui run``: play many episodes without people."""

from __future__ import annotations

import asyncio
import secrets
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import click

from clemtui.cli.choosing import EXPERIMENT, INSTANCES, model_options
from clemtui.cli.options import (
    CLEMBENCH,
    Setup,
    WholeNumber,
    common_options,
    current_setup,
    names,
)
from clemtui.cli.tables import print_table
from clemtui.episode.errors import PlayError
from clemtui.episode.interruption import interruptible
from clemtui.episode.planning.checkout_files import is_bare_name
from clemtui.episode.planning.plan import MAX_SEED, ModelOverrides
from clemtui.episode.planning.seeds import SEED_BITS
from clemtui.episode.service import PlayService
from clemtui.language import Interface, one_line
from clemtui.language.sinks import say
from clemtui.paths import absolute
from clemtui.runs.batch import Batch, RunResult
from clemtui.runs.items import RunItem, has_changed, run_items
from clemtui.runs.manifest import Run, RunPlan, find_run, is_recorded, new_run
from clemtui.runs.results import RunRow, run_results
from clemtui.wording.phrases import OUTCOMES
from clemtui.wording.sample import excluded_in_words


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """The options of the command."""

    games: tuple[str, ...]
    players: tuple[str, ...] | None
    languages: tuple[str, ...] | None
    instances: Path | None
    experiment: str | None
    limit: int | None
    replicates: int | None
    seed: int | None
    parallel: int
    models: ModelOverrides
    resume: str | None

    def check(self, setup: Setup) -> None:
        """Reject combinations of options that make no sense.

        Raises:
            click.UsageError: with a one-line message.
        """
        if self.resume is None:
            if not self.games:
                raise click.UsageError("no games given; 'clemtui games' lists them")
            if self.players is None:
                raise click.UsageError("no players given; use --players, e.g. --players scripted")
        elif any((
            self.games, self.players, self.languages, self.instances, self.experiment,
            self.limit, self.replicates, self.seed is not None, self.models != ModelOverrides(),
            setup.named_checkout,
        )):  # fmt: skip
            raise click.UsageError(
                "--resume uses the run's own games, players, instances and parameters; omit them"
            )

    def plan(self, setup: Setup) -> RunPlan:
        """Return what a new run should cover."""
        checkout = setup.named_checkout or (setup.settings.clembench if self.instances else None)
        return RunPlan(
            games=tuple(dict.fromkeys(self.games)),
            players=self.players or (),
            languages=self.languages or (),
            instances=_stable_name(self.instances),
            clembench=str(checkout) if checkout else None,
            experiment=self.experiment,
            limit=self.limit,
            models=self.models,
            replicates=self.replicates or 1,
            seed=secrets.randbits(SEED_BITS) if self.seed is None else self.seed,
        )


@click.command()
@click.argument("games", metavar="GAME...", nargs=-1)
@click.option(
    "--players",
    type=names,
    metavar="PLAYER[,PLAYER]",
    help="One player for every seat, or one per seat: scripted, a named model, a litellm name.",
)
@click.option("--lang", "languages", type=names, metavar="LANG[,LANG]", help="Prompt languages.")
@INSTANCES
@CLEMBENCH
@EXPERIMENT
@click.option(
    "--limit", type=WholeNumber(min=1), metavar="N", help="At most N instances per experiment."
)
@click.option(
    "--replicates",
    type=WholeNumber(min=1, max=10_000),
    metavar="K",
    help="Play each instance K times, scripted players with another seed each time.",
)
@click.option(
    "--seed",
    type=WholeNumber(min=0, max=MAX_SEED),
    metavar="N",
    help="Make scripted players play as in an earlier run with this seed.",
)
@click.option(
    "--parallel",
    type=WholeNumber(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Play N episodes at once.",
)
@model_options
@click.option("--resume", metavar="RUN-ID", help="Resume an interrupted run.")
@common_options
def run(**given: Any) -> None:
    """Play all instances of one or more games unattended, and print the results.

    Ctrl-C stops the run; everything is recorded, and the command to resume it is printed.

    Several processes can play one run: start the others with --resume. They share its episodes.

    \b
    Examples:
      clemtui run wordle --players scripted --limit 5
      clemtui run taboo wordle --players openai/gpt-4o-mini --lang en,de --parallel 8
      clemtui run taboo --players small,scripted --experiment high
      clemtui run taboo wordle --players small --clembench ~/clembench
      clemtui run --resume 20260131-0a1b2c
    """
    setup, options = current_setup(), RunOptions(**given)
    options.check(setup)
    click.get_current_context().exit(asyncio.run(_run(setup, options)))


def _stable_name(instances: Path | None) -> str | None:
    """Return a name of the file that stays valid: an absolute path, or its name in a checkout."""
    if instances is None:
        return None
    return str(instances if is_bare_name(instances) else absolute(instances))


async def _run(setup: Setup, options: RunOptions) -> int:
    service = PlayService(
        database=setup.database,
        settings=setup.settings,
        collections=setup.collections,
        front="run",
    )
    try:
        if options.resume is None:
            run = new_run(options.plan(setup))
        else:
            run = await find_run(service, options.resume)
        items = run_items(service, run)
        if has_changed(run, items):
            said = setup.interface.text(
                "Instances, prompts or rules have changed since this run began. What has changed "
                "is played again; its earlier results are not in the table below."
            )
            say(f"clemtui: {said}", err=True)
        playing = asyncio.ensure_future(_play(setup, service, run, items, options.parallel))
        with interruptible(playing.cancel):
            try:
                complete = await playing
            except asyncio.CancelledError:
                complete = False
        if not await is_recorded(service, run):
            raise PlayError("interrupted before anything was recorded")
        await _print_results(setup, service, run, items)
    finally:
        await service.close()
    invalid = [item for item in items if item.work is None]
    for line in _invalid_lines(setup.interface, invalid):
        say(f"clemtui: {line}", err=True)
    if complete:
        return 1 if invalid else 0
    at_once = [f"--parallel={options.parallel}"] if options.parallel > 1 else []
    command = shlex.join(["clemtui", "run", "--resume", run.id, *at_once, *setup.repeated_options])
    said = setup.interface.text("Not everything was played. To resume: {command}", command=command)
    say(f"clemtui: {said}", err=True)
    return 1


def _invalid_lines(ui: Interface, invalid: Sequence[RunItem]) -> Iterator[str]:
    """Yield how many items of each game cannot be played, and why."""
    for (game, problem), number in Counter((each.game, each.problem) for each in invalid).items():
        yield ui.plural(
            "{n} episode of {game} cannot be played: {why}",
            "{n} episodes of {game} cannot be played: {why}",
            number,
            game=game,
            why=one_line(ui.show(problem)),
        )


def _run_line(setup: Setup, run: Run) -> str:
    return setup.interface.text(
        "Run {id}, seed {seed}, recorded in {path}",
        id=run.id,
        seed=str(run.plan.seed),
        path=str(setup.database),
    )


async def _play(
    setup: Setup, service: PlayService, run: Run, items: Sequence[RunItem], parallel: int
) -> bool:
    with _progress(setup.interface, len(items)) as progress:

        def recorded() -> None:
            progress.say(_run_line(setup, run))  # by its id, other processes can join it

        return await Batch(service, run, progress.done, recorded).play(items, parallel)


class _Progress(Protocol):
    def say(self, line: str) -> None:
        """Print a line."""

    def done(self, result: RunResult) -> None:
        """Report that an episode has ended."""


class _Lines:
    """Progress without a terminal: one line per episode played here.

    If other processes play the last episodes of the run, the very last one is shown, too.
    """

    def __init__(self, interface: Interface, total: int) -> None:
        self._ui = interface
        self._total = total
        self._shown = 0

    def say(self, line: str) -> None:
        """Print a line."""
        say(line, err=True)

    def done(self, result: RunResult) -> None:
        """Report that an episode has ended."""
        last = 0 < self._shown < self._total <= result.completed
        if last or not result.finished_before:
            self._shown = min(result.completed, self._total)
            said = f"[{self._shown}/{self._total}] {_episode_line(self._ui, result)}"
            say(said, err=True)


def _episode_line(ui: Interface, result: RunResult) -> str:
    item = result.item
    language = f"{item.language} " if item.language else ""
    name = f"{item.game} {language}{item.experiment} {item.game_id}"
    if item.replicate > 1:
        name = ui.text("{episode}, replicate {number}", episode=name, number=item.replicate)
    if item.work is None:
        return ui.text("{episode}: cannot be played.", episode=name)
    if result.problem is not None:
        why = one_line(ui.show(result.problem))
        return ui.text("{episode}: unfinished. {why}", episode=name, why=why)
    if result.scores is None:
        return ui.text("{episode}: unfinished.", episode=name)
    outcome = ui.text(OUTCOMES[result.scores.outcome])
    if result.scores.main_score is None:
        return ui.text("{episode}: {outcome}", episode=name, outcome=outcome)
    return ui.text(
        "{episode}: {outcome}, {score}",
        episode=name,
        outcome=outcome,
        score=result.scores.main_score,
    )


@contextmanager
def _progress(interface: Interface, total: int) -> Iterator[_Progress]:
    if not sys.stderr.isatty():
        yield _Lines(interface, total)
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from clemtui.cli.console import SafeConsole

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    console = SafeConsole(err=True)
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(interface.text("Episodes"), total=total)

        class Bar:
            def say(self, line: str) -> None:
                console.print(line, soft_wrap=True)

            def done(self, result: RunResult) -> None:
                if result.problem is not None and result.item.work is not None:
                    self.say(_episode_line(interface, result))
                bar.update(task, completed=min(result.completed, total))

        yield Bar()


async def _print_results(
    setup: Setup, service: PlayService, run: Run, items: Sequence[RunItem]
) -> None:
    ui = setup.interface
    rows, left_out = await run_results(service, run.id, items)
    columns = (
        ui.text("Game"),
        ui.text("Language"),
        ">" + ui.text("Episodes"),
        # Translators: the share of episodes that were not aborted, as a percentage
        ">" + ui.text("Played"),
        ">" + ui.text("Quality score"),
        ">" + ui.text("To play"),
    )
    print_table(columns, (_cells(ui, row) for row in rows))
    if left_out:
        say(excluded_in_words(left_out, ui))
    say(_run_line(setup, run))


def _cells(ui: Interface, row: RunRow) -> tuple[str, ...]:
    found = row.measures
    if found is None:
        return (row.game, row.language, ui.number(0), "", "", ui.number(row.unfinished))
    quality = "" if found.quality is None else ui.number(found.quality, digits=2)
    return (
        row.game,
        row.language,
        ui.number(found.episodes),
        "" if found.played is None else ui.percent(found.played / 100, digits=2),
        quality,
        ui.number(row.unfinished),
    )
