"""Published results of models as reference lines beside those of an official instance."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from clemtui.catalogue import CatalogueError
from clemtui.engine import Instance
from clemtui.episode.errors import UsageError
from clemtui.episode.service import PlayService
from clemtui.language import Interface, Localised
from clemtui.records.published import PublishedResults
from clemtui.wording.meanings import means_and_order


def published_results(
    service: PlayService, instance: Instance, language: str
) -> PublishedResults | None:
    """Return what models achieved in the benchmark's version that an instance is from.

    Args:
        language: of the prompts.

    Returns:
        None unless the instance is official and there are figures for its version and language;
        the best models come first.

    Raises:
        UsageError: if the file of published results cannot be read.
    """
    if instance.origin != "official":
        return None
    try:
        found = service.catalogue.published(instance, language)
    except CatalogueError as error:
        raise UsageError(*error.args) from None
    if found is None:
        return None
    best_first = sorted(found.models, key=lambda each: each.joint, reverse=True)
    return replace(found, models=tuple(best_first))


def published_heading(results: PublishedResults, ui: Interface) -> Localised:
    """Return the heading over published results."""
    return ui.text(
        "Published results of models: clembench {version}, {date}",
        version=results.benchmark,
        date=ui.date(datetime.fromisoformat(results.since).replace(tzinfo=UTC)),
    )


def published_notes(results: PublishedResults, ui: Interface) -> tuple[Localised, ...]:
    """Return what the figures are of, their order, why they are no ranking, and their source."""
    return (
        ui.plural(
            "On the {n} instance of the game in that version.",
            "On all {n} instances of the game in that version, not only on this one.",
            len(results.instances),
        ),
        means_and_order(ui),
        ui.text(
            "Each model filled all seats and got the benchmark's own messages, without aids or "
            "help with the form. So these figures are a reference, not a ranking."
        ),
        ui.text("Source: {source}", source=results.source),
    )
