"""Importing: results of the reference framework are stored as episodes and scored again.

Everything readable is stored once. If the instance is known, the responses are replayed with our
rules, and the result says whether both agree and, if not, why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from clemtui import __version__
from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.episode.errors import PlayError, UsageError, describe_error
from clemtui.exchange.imports.agreement import Agreement, compare
from clemtui.exchange.imports.instance_index import InstanceIndex
from clemtui.exchange.imports.logged import LoggedEpisode
from clemtui.exchange.imports.matching import Match, NoMatch, find_instance
from clemtui.exchange.imports.reading import read_episode
from clemtui.exchange.imports.recording import ImportRecorder, LogClock
from clemtui.exchange.imports.results_tree import UnreadableEpisode, find_episodes, path_names
from clemtui.records.errors import RefusedWrite
from clemtui.records.rows import SessionStart
from clemtui.store.database import has_records
from clemtui.store.read.reader import Reader
from clemtui.store.scratch import private_folder
from clemtui.store.write.writer import Writer

Status = Literal["new", "known", "unreadable"]
"""``new``: written now, or would be; ``known``: already in the records."""

_NESTED = "its files are nested too deeply"


@dataclass(frozen=True, slots=True)
class ImportedEpisode:
    """The result for one folder.

    Attributes:
        path: the folder, relative to the results folder.
        version: of what wrote it; empty if it is unreadable.
        problem: why it is unreadable, or why it was not scored again; None for neither.
        agreement: of our rules with the reference; None if it was not scored again.
        id: id of the episode, if it was written now.
        notes: one line for each part of its files that could not be used.
    """

    path: str
    game: str
    status: Status
    problem: str | None = None
    agreement: Agreement | None = None
    id: str | None = None
    notes: tuple[str, ...] = ()
    version: str = ""


@dataclass(slots=True)
class GameCounts:
    """The numbers of a game's episodes.

    ``explained``: those that disagree only for known reasons.
    """

    episodes: int = 0
    agree: int = 0
    disagree: int = 0
    explained: int = 0
    not_rescored: int = 0
    unreadable: int = 0


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import, with the agreement of both sides.

    Attributes:
        problems: one line for each folder that cannot be read or has no log, and for each instance
            file that no game in the tree could use.
    """

    episodes: tuple[ImportedEpisode, ...]
    problems: tuple[str, ...] = field(default=())

    @property
    def counts(self) -> dict[str, GameCounts]:
        """The counts by game, sorted by name."""
        found: dict[str, GameCounts] = {}
        for each in sorted(self.episodes, key=lambda episode: episode.game):
            counts = found.setdefault(each.game, GameCounts())
            counts.episodes += 1
            if each.status == "unreadable":
                counts.unreadable += 1
            elif each.agreement is None:
                counts.not_rescored += 1
            elif each.agreement.agrees:
                counts.agree += 1
            else:
                counts.disagree += 1
                counts.explained += each.agreement.is_explained
        return found

    def count(self, status: Status) -> int:
        """Return the number of folders with this status."""
        return sum(each.status == status for each in self.episodes)


def import_results(
    database: Path,
    catalogue: Catalogue,
    results: Path,
    *,
    instances: Sequence[Path] = (),
    clembench: Path | None = None,
    dry_run: bool = False,
    progress: Callable[[int, int], object] = lambda done, of: None,
) -> Imported:
    """Import every episode of a results tree of the reference framework (lines 1.x, 2.x, 3.x).

    Importing the same tree again adds nothing. A folder that cannot be read is reported, and the
    others are still imported.

    Args:
        database: written to; created if missing.
        catalogue: the games whose rules score episodes again.
        results: the tree, or any folder in it.
        instances: instance files to search for instances that are not in the tree.
        clembench: a checkout whose instance files are searched too.
        dry_run: determine what would be done. Everything is written to a temporary database, so
            that what cannot be stored is known.
        progress: called after each folder with the number done and the total.

    Raises:
        UsageError: if a file or the checkout is not valid.
        PlayError: if no episode in the tree can be read.
        StoreError: if the database cannot be read or written.
    """
    try:
        index = InstanceIndex(catalogue, instances, clembench)
    except CatalogueError as error:
        raise UsageError(*error.args) from None
    problems: list[str] = []
    folders = list(find_episodes(results, problems))
    if not folders:
        why = f"; {problems[0]}" if problems else ""
        raise PlayError(f"{results} contains no results: no interactions.json found{why}")
    episodes: list[ImportedEpisode] = []
    with ExitStack() as stack:
        target = database
        if dry_run:
            target = stack.enter_context(private_folder()) / "trial.db"
        work = _Import(catalogue, results, index, target, stack)
        if has_records(database):
            reader = stack.enter_context(Reader(database))
            work.known, work.has = set(reader.imported()), reader.has
        for done, folder in enumerate(folders, 1):
            found = work.import_folder(folder)
            episodes.append(replace(found, id=None) if dry_run else found)
            progress(done, len(folders))
    if all(each.status == "unreadable" for each in episodes):
        raise PlayError(
            f"none of the {len(episodes)} episodes in {results} is readable; the first: "
            f"{episodes[0].path}: {episodes[0].problem}"
        )
    problems += index.unused_files()
    return Imported(tuple(episodes), tuple(problems))


class _Import:
    """One import: what is known already, and where to write."""

    def __init__(
        self,
        catalogue: Catalogue,
        results: Path,
        index: InstanceIndex,
        database: Path,
        stack: ExitStack,
    ) -> None:
        self.known: set[str] = set()
        self.has: Callable[[str], bool] = lambda episode: False
        self._catalogue = catalogue
        self._results = results
        self._index = index
        self._games = frozenset(card.id for card in catalogue.cards)
        self._recorder: ImportRecorder | None = None
        self._named: dict[str, str] = {}
        self._database, self._stack = database, stack

    def import_folder(self, folder: Path) -> ImportedEpisode:
        """Import one folder; the result describes any problem."""
        try:
            logged = read_episode(folder, self._results, self._games)
        except UnreadableEpisode as error:
            return self._unreadable(folder, str(error))
        except RecursionError:
            return self._unreadable(folder, _NESTED)
        match, agreement, problem = self._rescore(logged)
        found = ImportedEpisode(
            logged.path,
            logged.game,
            "new",
            problem,
            agreement,
            notes=logged.notes,
            version=logged.version,
        )
        self._named |= {each.name.strip(): each.person for each in logged.players if each.person}
        if not self.known.isdisjoint((logged.id, logged.identity)) or self.has(logged.id):
            return replace(found, status="known")
        self.known |= {logged.id, logged.identity}
        try:
            id = self._writing().record(logged, match, agreement, problem)
        except RefusedWrite as error:
            return self._unreadable(folder, f"cannot be stored: {error}")
        except RecursionError:
            return self._unreadable(folder, _NESTED)
        return replace(found, id=id)

    def _rescore(self, logged: LoggedEpisode) -> tuple[Match | None, Agreement | None, str | None]:
        """Return the instance, the comparison, and why there is none."""
        if logged.game not in self._games:
            return None, None, f"game {logged.game!r} is not installed"
        try:
            game = self._catalogue.game(logged.game)
            match = find_instance(logged, game, self._index)
        except (CatalogueError, NoMatch) as error:
            return None, None, str(error)
        try:
            agreement = compare(logged, game, match)
        except Exception as error:  # noqa: BLE001 - a game's code meets untested input
            return match, None, f"the rules have an error: {describe_error(error)}"
        problem = (
            None
            if agreement.scores
            else "its responses do not end the episode under the installed rules"
        )
        return match, agreement, problem

    def _writing(self) -> ImportRecorder:
        if self._recorder is None:
            clock = LogClock()
            writer = Writer(self._database, clock=clock)
            self._stack.callback(writer.close)
            session = writer.open_session(SessionStart("import", __version__))
            self._stack.callback(writer.sitting_event, session, "ended")
            self._recorder = ImportRecorder(
                writer, clock, session, self._catalogue, self._index, named=self._named
            )
        return self._recorder

    def _unreadable(self, folder: Path, problem: str) -> ImportedEpisode:
        path = folder.relative_to(self._results).as_posix()
        game = path_names(folder.absolute(), self._games).game
        return ImportedEpisode(path, game, "unreadable", problem)
