"""The effect of the prompt language, for the front ends: selection of episodes and options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path

from clemtui.analysis.effect.model import (
    RESAMPLES,
    SEED,
    Correction,
    Effects,
    Measure,
)
from clemtui.analysis.effect.published import NotAResultsTable, Published, read_table
from clemtui.analysis.extra import COMMAND, EXTRA, is_of_extra
from clemtui.catalogue.packs import SOURCE_LANGUAGE
from clemtui.episode.errors import PlayError, UsageError
from clemtui.episode.exposure_keys import complete_exposure_keys
from clemtui.episode.planning.listing import GameListing, open_games
from clemtui.episode.planning.names import unknown
from clemtui.files import read_text
from clemtui.language import Sentence, translatable
from clemtui.records.results import TaskResults
from clemtui.records.rows import EpisodeFilter
from clemtui.reports.report import chosen_scorers
from clemtui.store.database import has_records
from clemtui.store.read.reader import Reader
from clemtui.store.read.task_results import TaskSelection

INSTALL = Sentence(
    translatable(
        "Comparing languages requires scipy and statsmodels: install clemtui with the "
        "extra {extra}, or run: {command}"
    ),
    extra=EXTRA,
    command=COMMAND,
)


class StatisticsNotInstalled(PlayError):
    """The packages of the extra ``stats`` are not installed; the message says how to install
    them."""


def make_effects(
    database: Path,
    where: EpisodeFilter,
    *,
    games: Sequence[str] = (),
    players: Sequence[str] = (),
    languages: Sequence[str] = (),
    listings: Iterable[GameListing] = (),
    baseline: str = "en",
    measure: Measure = "joint",
    correction: Correction = "holm",
    scorers: Collection[str] = (),
    repeats: bool = False,
    study: str = "",
    collections: Iterable[Path] = (),
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Effects:
    """Compare the prompt languages of the episodes that match a filter.

    Args:
        database: the records; without them, nothing is compared.
        where: which episodes; practice counts if it asks for practice.
        games: ids; empty for all.
        players: as `EpisodeFilter.player`, one of whom plays; empty for all.
        languages: the languages to compare, besides the baseline and its paraphrases; empty for
            all.
        listings: the installed games, for their chance levels.
        baseline: the language that the others are compared with.
        measure: what is compared.
        correction: how p values are adjusted.
        scorers: whose scores, as for a report.
        repeats: count repetitions, too.
        study: a study whose own exclusions apply as well.
        collections: further collections with games.
        resamples: number of resamples of each bootstrap.
        seed: seed of each bootstrap.

    Raises:
        StatisticsNotInstalled: if the packages of the extra are missing.
        UsageError: if there is no such game, language or scorer.
        StoreError: if the database cannot be read.
    """
    effects = _import_effects()
    known = tuple(listings)
    chances = {each.card.id: each.card.chance for each in known if each.card.chance is not None}
    found = TaskResults({}, {}, {}, {}, (), {})
    spoken = {SOURCE_LANGUAGE, *(tag for each in known for tag in each.languages)}
    if not has_records(database):
        _check_names("game", games, [each.card.id for each in known])
        _check_names("language", [*languages, baseline], sorted(spoken))
    else:
        among = TaskSelection(
            games=tuple(games),
            players=tuple(players),
            languages=tuple(languages),
            baseline=baseline,
        )
        complete_exposure_keys(database, lambda: open_games(collections))
        with Reader(database) as reader:
            recorded = reader.facets()
            _check_names(
                "game", games, [*(e.card.id for e in known), *(f.value for f in recorded.games)]
            )
            spoken |= {facet.value for facet in recorded.languages}
            _check_names("language", [*languages, baseline], sorted(spoken))
            chosen = chosen_scorers(scorers, reader)
            found = reader.task_results(where, among, chosen, repeats=repeats, study=study)
    return effects(
        found,
        baseline=baseline,
        measure=measure,
        correction=correction,
        chances=chances,
        source=SOURCE_LANGUAGE,
        resamples=resamples,
        seed=seed,
    )


def _import_effects() -> Callable[..., Effects]:
    """Return the function that computes effects, importing its packages."""
    try:
        from clemtui.analysis.effect.computing import effects
    except ModuleNotFoundError as error:
        if not is_of_extra(error):
            raise
        raise StatisticsNotInstalled(INSTALL) from None
    return effects


def _check_names(kind: str, names: Iterable[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            raise UsageError(unknown(kind, name, known))


def read_published(path: Path, baseline: str = "en", episodes: int | None = None) -> Published:
    """Read a published table of results; see `clemtui.analysis.effect.read_table`.

    Raises:
        UsageError: if it is not such a table, or cannot be read.
    """
    try:
        return read_table(read_text(path, "utf-8"), baseline, episodes)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8 text") from None
    except NotAResultsTable as error:
        raise UsageError(f"{path}: {error}") from None
