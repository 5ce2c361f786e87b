"""Options that choose players, instances and models, shared by several commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from clemtui.cli.options import Number, WholeNumber
from clemtui.episode.planning.plan import ModelOverrides

INSTANCES = click.option(
    "--instances",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="An instance file, in our format or clembench's, to use instead of the bundled "
    "instances. With a clembench checkout, the name of one of its files is enough.",
)
EXPERIMENT = click.option("--experiment", metavar="NAME", help="The experiment to play.")
GAME_ID = click.option(
    "--game-id",
    type=WholeNumber(min=0),
    metavar="N",
    help="The instance's number in the experiment.",
)

_MODEL = (
    click.option("--api-base", metavar="URL", help="The address of your own model server."),
    click.option(
        "--temperature",
        type=Number(min=0),
        metavar="T",
        help="Sampling temperature for models.",
    ),
    click.option(
        "--max-tokens",
        type=WholeNumber(min=1),
        metavar="N",
        help="Maximum tokens per model answer.",
    ),
    click.option(
        "--timeout",
        type=Number(min=0, min_open=True),
        metavar="SECONDS",
        help="Time limit for one model call, in seconds.",
    ),
)


def model_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the model options; the command receives them together, as `models`.

    They override the settings of a named model.
    """

    @wraps(command)
    def with_models(
        api_base: str | None,
        temperature: float | None,
        max_tokens: int | None,
        timeout: float | None,
        **given: Any,
    ) -> Any:
        models = ModelOverrides(api_base, temperature, max_tokens, timeout)
        return command(models=models, **given)

    for option in reversed(_MODEL):
        with_models = option(with_models)
    return with_models
