"""``clemtui doctor``: check the installation. In English only, so that reports can be shared."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from clemtui.cli.choosing import model_options
from clemtui.cli.options import common_options, current_setup
from clemtui.episode.doctor.finding import Finding
from clemtui.episode.doctor.installation import run_checks
from clemtui.episode.doctor.models import (
    check_models,
    check_servers,
    keys_to_hide,
)
from clemtui.episode.doctor.records import SAMPLE, Recoveries, deep_check, recover
from clemtui.episode.planning.plan import ModelOverrides, find_model
from clemtui.language import one_line
from clemtui.language.sinks import say

SIGNS = {"good": "ok     ", "warning": "warning", "broken": "BROKEN "}


@click.command()
@click.option(
    "--ask", metavar="MODEL", help="Test this model with one short question (may incur cost)."
)
@click.option(
    "--recover", "recovering", is_flag=True, help="Restore records that could not be written."
)
@click.option(
    "--deep", is_flag=True, help="Also check the whole database and replay some of its episodes."
)
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    default=SAMPLE,
    metavar="N",
    show_default=True,
    help="With --deep: replay N episodes.",
)
@model_options
@common_options
def doctor(
    ask: str | None,
    recovering: bool,
    deep: bool,
    sample: int,
    models: ModelOverrides,
) -> None:
    """Check the installation, the keys of models, and which model servers respond.

    Reports what is installed, where data is stored, what SQLite supports, which models have API
    keys, and which model servers were found. Only --ask tests the connection to a model. Exits with
    1 if something is broken.

    --recover restores the records that could not be written to the database, and exits with 1 if
    some of them cannot be restored.

    --deep also checks every page and reference of the database, and replays episodes, chosen at
    random, to compare requests and results with the recorded ones.

    \b
    Examples:
      clemtui doctor
      clemtui doctor --ask openai/gpt-4o-mini
      clemtui doctor --ask openai/my-model@http://localhost:8000/v1
      clemtui doctor --deep --sample 1000
      clemtui doctor --recover
    """
    setup = current_setup()
    asked = None if ask is None else find_model(ask, setup.settings, models)
    recoveries = recover(setup.database) if recovering else ()
    if recovering:
        _say_what_was_restored(setup.database, recoveries)
    keys = keys_to_hide(setup.settings, asked)
    broken = _print(
        run_checks(
            places=setup.places,
            database=setup.database,
            collections=setup.collections,
            recoveries=recoveries,
        ),
        keys,
    )
    if deep:
        broken += _print(deep_check(setup.database, setup.collections, sample), keys)
    broken += _print(asyncio.run(check_servers(setup.settings)), keys)
    tested = None if ask is None or asked is None else (ask, asked)
    broken += _print(asyncio.run(check_models(setup.settings, tested)), keys)
    say("")
    say("No problems found." if not broken else f"Problems found: {broken}")
    click.get_current_context().exit(1 if broken else 0)


def _print(findings: Iterable[Finding], keys: Sequence[str]) -> int:
    """Print findings by section, with these keys hidden; return the number of broken ones."""
    section = ""
    broken = 0
    for each in findings:
        finding = each.without_keys(keys)
        if finding.section != section:
            section = finding.section
            say(f"\n{section}")
        broken += finding.level == "broken"
        say(f"  {SIGNS[finding.level]} {finding.name}: {one_line(finding.value)}")
    return broken


def _say_what_was_restored(database: Path, recoveries: Recoveries) -> None:
    """Say what a recovery has restored. The checks report as broken what it could not."""
    if not recoveries:
        say(f"No emergency file of {one_line(str(database))}.")
    for each in recoveries:
        if each.problem:
            say(one_line(each.problem))
        if each.problem and not (each.restored or each.existing):
            continue
        say(f"{one_line(str(each.file))}:")
        kinds = ", ".join(f"{number} x {what}" for what, number in each.restored.items())
        left_out = f"; empty sittings left out: {each.unneeded}" if each.unneeded else ""
        restored = one_line(kinds) or "nothing"
        say(f"  Restored: {restored}; already there: {each.existing}{left_out}.")
        for line in (*each.refused, *each.foreign):
            say(f"  Not restored: {one_line(line)}")
        if each.refused:
            say("  The file was kept. To resume its episodes without the rest, move it away.")
        elif each.foreign:
            say("  The file was kept.")
