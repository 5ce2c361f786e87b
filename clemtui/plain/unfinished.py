"""An unfinished episode, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clemtui.language import Interface, Localised

if TYPE_CHECKING:
    from clemtui.records.rows import UnfinishedEpisode


def described(ui: Interface, episode: UnfinishedEpisode) -> Localised:
    """Return an unfinished episode as one line."""
    summary = episode.summary
    values = {
        "game": summary.game,
        "experiment": summary.experiment,
        "number": str(summary.game_id),
        "people": ui.list(summary.people) if summary.people else ui.text("no one"),
        "when": ui.date_time(episode.last_at.astimezone()),
        "answers": ui.plural("{n} answer", "{n} answers", summary.responses),
    }
    if episode.lease is not None and not episode.lease_stale:
        return ui.text(
            "{game}, {experiment} {number}, played by {people}, {answers}, last {when}; another "
            "program is playing it now",
            **values,
        )
    return ui.text(
        "{game}, {experiment} {number}, played by {people}, {answers}, last {when}", **values
    )
