"""``clemtui replay``: judge and score given responses, asking and recording nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from clemtui.cli.choosing import EXPERIMENT, GAME_ID, INSTANCES
from clemtui.cli.options import CLEMBENCH, Setup, common_options, current_setup
from clemtui.episode.planning.checkout_files import official_file
from clemtui.episode.planning.listing import open_games
from clemtui.episode.planning.names import check_names
from clemtui.episode.planning.plan import Choices
from clemtui.exchange.replaying import replay_cases, replay_file
from clemtui.language import one_line, safe
from clemtui.language.sinks import json_text, say

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("game", required=False)
@click.option(
    "--responses", type=_FILE, metavar="FILE", help="JSON file with the responses by seat."
)
@INSTANCES
@EXPERIMENT
@GAME_ID
@click.option("--lang", metavar="LANG", help="Prompt language.")
@click.option("--cases", type=_FILE, metavar="FILE", help="Many replays, one JSON object per line.")
@CLEMBENCH
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@common_options
def replay(
    game: str | None,
    responses: Path | None,
    instances: Path | None,
    experiment: str | None,
    game_id: int | None,
    lang: str | None,
    cases: Path | None,
    as_json: bool,
) -> None:
    """Replay responses through the game master of GAME and print verdicts, log and scores.

    FILE of --responses is {"Player 1": ["...", ...], ...} or [{"seat": "Player 1", "text": "..."},
    ...]. With --cases, many replays run in one process, each printing one line of JSON.

    \b
    Examples:
      clemtui replay taboo --responses said.json --experiment high --game-id 0
      clemtui replay wordle --responses said.json --instances instances.json \\
        --experiment high_frequency_words_no_clue_no_critic --game-id 3 --json
      clemtui replay --cases cases.jsonl --clembench ~/clembench --json
    """
    setup = current_setup()
    if cases is not None:
        if game or responses or instances or experiment or game_id is not None or lang:
            raise click.UsageError(
                "each line of --cases names its own game and responses; omit everything else"
            )
        failed = _cases(setup, cases, as_json=as_json)
        click.get_current_context().exit(1 if failed else 0)
    if game is None or responses is None:
        raise click.UsageError("give GAME and --responses FILE, or --cases FILE")
    report = _one(setup, game, responses, instances, experiment, game_id, lang)
    if as_json:
        say(_json(report, indent=2))
    else:
        for line in _readable(report):
            say(line)


def _one(
    setup: Setup,
    game: str,
    responses: Path,
    instances: Path | None,
    experiment: str | None,
    game_id: int | None,
    lang: str | None,
) -> dict[str, Any]:
    catalogue = open_games(setup.collections)
    check_names(catalogue, Choices(game=game))
    if instances is not None or setup.named_checkout is not None:
        instances = official_file(game, instances, setup.settings.clembench)
    choices = Choices(
        game=game, language=lang, instances=instances, experiment=experiment, game_id=game_id
    )
    check_names(catalogue, choices)
    return replay_file(catalogue, choices, responses)


def _cases(setup: Setup, cases: Path, *, as_json: bool) -> int:
    """Print every case; return how many could not be replayed."""
    failed = 0
    for report in replay_cases(open_games(setup.collections), cases, setup.settings.clembench):
        failed += "error" in report
        if as_json:
            say(_json(report))
        elif "error" in report:
            named = "" if report["name"] is None else f"{report['name']}: "
            say(_shown(f"{named}{report['error']}"))
        else:
            score = _number(report["main_score"])
            say(_shown(f"{report['name']}: {report['state']}, {report['outcome']}, {score}"))
    return failed


def _json(report: Mapping[str, Any], indent: int | None = None) -> str:
    # ASCII, because responses may contain characters that no encoding can represent
    return json_text(report, indent=indent)


def _readable(report: Mapping[str, Any]) -> Iterator[str]:
    yield _shown(f"{report['game']}, {report['experiment']} {report['game_id']}")
    for request in report["requests"]:
        yield ""
        yield _shown(f"Game master to {request['seat']} ({request['role']}):")
        yield _shown(request["messages"][-1]["content"], newlines=True)
        yield _shown(f"{request['seat']}:")
        yield _shown(request["response"], newlines=True)
    yield ""
    if report["state"] == "running":
        yield "The responses ended before the episode did."
        return
    yield f"Outcome: {report['outcome']}"
    for flag in ("aborted", "success", "lose"):
        yield f"{flag.capitalize()}: {_number(report[flag])}"
    for name, score in report["episode_scores"].items():
        yield _shown(f"{name}: {_number(score)}")


def _number(value: object) -> str:
    return "none" if value is None else str(value)


def _shown(text: str, *, newlines: bool = False) -> str:
    return safe(text) if newlines else one_line(text)
