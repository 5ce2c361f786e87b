"""``clemtui study match``: models play the tasks that people have played."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

import click

from clemtui.cli.options import Setup, WholeNumber, common_options, current_setup, names
from clemtui.cli.study.opening import studies_of
from clemtui.episode.interruption import interruptible
from clemtui.language import one_line
from clemtui.language.sinks import say
from clemtui.runs.batch import RunResult
from clemtui.study.matching import Matched, matched_run, play_matched


@click.command()
@click.argument("study", metavar="STUDY")
@click.option(
    "--players",
    required=True,
    metavar="PLAYERS",
    help="Models, or 'scripted', separated by commas.",
)
@click.option(
    "--seeds",
    type=WholeNumber(1, 1000),
    default=1,
    show_default=True,
    metavar="K",
    help="How often each task is played.",
)
@click.option(
    "--parallel",
    type=WholeNumber(1, 256),
    default=1,
    show_default=True,
    metavar="N",
    help="How many episodes are played at once.",
)
@common_options
def match(study: str, players: str, seeds: int, parallel: int) -> None:
    """Let models play exactly the tasks that people have played and that count.

    Same instance, same seat, same prompt language, same partner; all from what was frozen. The same
    command goes on where it stopped, and adds what people have played since. 'clemtui study report'
    sets the results beside those of people. Exits with 1 if something could not be played.

    \b
    Examples:
      clemtui study match memory --players scripted
      clemtui study match memory --players openai/gpt-4o-mini --seeds 3 --parallel 4
    """  # fmt: skip
    complete = asyncio.run(_match(current_setup(), study, names(players), seeds, parallel))
    click.get_current_context().exit(0 if complete else 1)


async def _match(
    setup: Setup, name: str, players: tuple[str, ...], seeds: int, parallel: int
) -> bool:
    async with studies_of(setup, front="run") as studies:
        study = await studies.study(name)
        runs = [(each, await matched_run(studies, study, each, seeds)) for each in players]
        complete = True
        for player, matched in runs:
            counts: Counter[str] = Counter()
            playing = asyncio.ensure_future(
                play_matched(studies, matched, _counting(counts), parallel)
            )
            with interruptible(playing.cancel):
                try:
                    complete &= await playing
                except asyncio.CancelledError:
                    complete = False
            say(_line(player, matched, counts))
        return complete


def _counting(counts: Counter[str]) -> Callable[[RunResult], None]:
    def done(result: RunResult) -> None:
        if result.problem is not None:
            say(f"clemtui: {one_line(str(result.problem))}", err=True)
        played = result.scores is not None
        counts["before" if played and result.finished_before else "now" if played else "not"] += 1

    return done


def _line(player: str, matched: Matched, counts: Counter[str]) -> str:
    total = len(matched.items)
    said = f"{player}: {counts['now'] + counts['before']} of {total} episodes played"
    return said + (f" ({counts['before']} before)" if counts["before"] else "")
