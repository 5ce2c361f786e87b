"""Exporting recorded episodes as a results tree that the reference's own programs read.

Only episodes that count are written: finished ones with scores, neither practice nor erased, whose
recorded requests the installed rules reproduce, since the reference's scorers read the event log
that the rules produce. Excluded episodes are counted by reason.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from clemtui.analysis.report.rows import rows_of
from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.engine import Game
from clemtui.episode.errors import PlayError, UsageError
from clemtui.episode.exposure_keys import complete_exposure_keys
from clemtui.episode.restoring.replay import ReplayDiffers, has_same_result, replay_episode
from clemtui.exchange.exports.folders import remove_leftovers
from clemtui.exchange.exports.layout import Candidate, assign_places, candidate, told_apart
from clemtui.exchange.exports.log import ReplayedEpisode
from clemtui.exchange.exports.tree import TargetInUse, check_target, new_tree
from clemtui.records.errors import DamagedRecord
from clemtui.records.names import spellings
from clemtui.records.results import EpisodeResults, ExclusionReason, in_order
from clemtui.records.rows import EpisodeFilter, StoredEpisode, StoredScores
from clemtui.reports.report import chosen_scorers, renewed
from clemtui.store.database import has_records
from clemtui.store.read.reader import Reader


@dataclass(frozen=True, slots=True)
class Exported:
    """The result of an export.

    Attributes:
        folders: the folders of the players, relative to the tree.
        left_out: number of matching episodes that were excluded, by reason.
        problems: a line for each episode that cannot be read.
    """

    episodes: int
    folders: tuple[str, ...]
    left_out: Mapping[ExclusionReason, int]
    problems: tuple[str, ...] = ()


class NothingToExport(PlayError):
    """No episode can be exported; ``left_out`` says why."""

    def __init__(self, left_out: Mapping[ExclusionReason, int]) -> None:
        super().__init__("nothing to export: no matching episode counts")
        self.left_out = left_out


def export_clembench(
    database: Path,
    catalogue: Catalogue,
    target: Path,
    where: EpisodeFilter,
    *,
    scorers: Collection[str] = (),
    add: bool = False,
    repeats: bool = False,
    study: str = "",
) -> Exported:
    """Write a results tree of the reference's framework (3.7 line).

    Practice episodes are written if the filter asks for practice, and excluded ones if it asks for
    their tag.

    Args:
        database: the records; only read.
        catalogue: the games whose rules produce the event logs.
        target: the folder; new or empty.
        where: which episodes.
        scorers: whose scores are written, as for a report (`make_report`).
        add: write into a folder that contains results of other players.
        repeats: write repetitions, too.
        study: a study whose own exclusions apply as well.

    Raises:
        NothingToExport: if no episode can be exported.
        UsageError: if the target cannot be used, or there is no such scorer.
        PlayError: if the tree cannot be written.
        StoreError: if the database cannot be read, or no episode that could be exported.
    """
    if not has_records(database):
        raise NothingToExport({})
    complete_exposure_keys(database, lambda: catalogue)
    with Reader(database) as reader:
        chosen = chosen_scorers(scorers, reader)
        found = reader.episode_results(where, chosen, repeats=repeats, study=study)
        people = {each.pseudonym: each.id for each in reader.people()}
        export = _Export(catalogue, found)
        candidates = list(export.select(reader))
        if not candidates and export.problems:
            raise DamagedRecord(export.problems[0])
        if not candidates:
            raise NothingToExport(export.left_out)
        places = assign_places(candidates)
        remove_leftovers(target)
        try:
            check_target(target, {place.players for place in places.values()}, add=add)
            with new_tree(target) as tree:
                for each in candidates:
                    stored = reader.load(each.episode)
                    game = catalogue.game(each.game)
                    played, scored = replayed(game, stored), export.scores(stored)
                    if played is None or scored is None:  # a person was deleted in the meantime
                        export.left_out["erased"] += 1
                        continue
                    authors = _authors(stored, people)
                    answering = json.loads(found.counting[each.episode].answered)
                    met = reader.met(each.episode)
                    played = replace(played, met=met, authors=authors, answering=answering)
                    tree.add(game, played, places[each.episode], scored)
                if not tree.episodes:
                    raise NothingToExport(export.left_out)
        except TargetInUse as error:
            hint = "choose another folder" if add else "choose a new one, or use --add"
            raise UsageError(f"{error}; {hint}") from None
        except OSError as error:
            raise PlayError(f"cannot write {target}: {error}") from error
    folders = tuple(map(str, tree.folders))
    return Exported(tree.episodes, folders, in_order(export.left_out), tuple(export.problems))


class _Export:
    """The episodes that count, with the number excluded, and a line for each unreadable one."""

    def __init__(self, catalogue: Catalogue, found: EpisodeResults) -> None:
        self.left_out: Counter[ExclusionReason] = Counter(found.left_out)
        self.problems: list[str] = []
        self._catalogue = catalogue
        newest = catalogue.newest_hashes
        self._found = replace(
            found,
            counting={id: renewed(each, newest) for id, each in found.counting.items()},
            void=frozenset(renewed(each, newest) for each in found.void),
        )

    def select(self, reader: Reader) -> Iterator[Candidate]:
        """Yield the episodes to write, oldest first."""
        rows = rows_of(self._found)
        for episode, result in self._found.counting.items():
            try:
                stored = reader.load(episode)
            except DamagedRecord as error:
                self.problems.append(str(error))
                continue
            game = self._game(stored)
            if game is None:
                self.left_out["no rules"] += 1
            elif replayed(game, stored) is None:
                self.left_out["replays otherwise"] += 1
            else:
                yield candidate(game, stored, told_apart(result, rows[result], self._found))

    def _game(self, stored: StoredEpisode) -> Game | None:
        try:
            return self._catalogue.game(stored.summary.game)
        except CatalogueError:
            return None

    def scores(self, stored: StoredEpisode) -> StoredScores | None:
        """Return the scores to write; None if they were deleted in the meantime."""
        scorer = self._found.counting[stored.summary.id].scorer
        return next((each for each in stored.scores if each.scorer == scorer), None)


def _authors(stored: StoredEpisode, people: Mapping[str, str]) -> dict[str, str]:
    """Return the ids of people who have decided about an episode, by the author's name."""
    named = ((each.author, spellings(each.author, people)) for each in stored.decisions)
    return {author: people[same[0]] for author, same in named if len(same) == 1}


def replayed(game: Game, stored: StoredEpisode) -> ReplayedEpisode | None:
    """Return the replay of a recorded episode; None if it does not reproduce the record."""
    try:
        again = replay_episode(game, stored)
    except ReplayDiffers:
        return None
    if not has_same_result(game, again.master, stored.summary.scores):
        return None
    return ReplayedEpisode(stored, again.steps, again.master.rounds, again.master.keys)
