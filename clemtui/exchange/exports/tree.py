"""Writing a results tree of the reference: to a temporary folder first, then moved into place.

So an incomplete tree is never mistaken for a complete one, and existing files are never touched.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any

from clemtui.engine import Game
from clemtui.exchange.exports.files import (
    FORMAT,
    EpisodePlace,
    common_entries,
    episode_files,
    experiment_file,
    reference_files,
)
from clemtui.exchange.exports.folders import temporary_folder
from clemtui.exchange.exports.log import ReplayedEpisode, iso
from clemtui.records.rows import StoredScores


class TargetInUse(Exception):
    """Something already exists where the tree should be; the message says what."""


@dataclass(slots=True)
class _GameRun:
    family: str
    start: datetime
    end: datetime
    instances: int = 0

    def add(self, start: datetime, end: datetime) -> None:
        self.start, self.end = min(self.start, start), max(self.end, end)
        self.instances += 1

    def as_json(self) -> dict[str, Any]:
        duration = self.end - self.start
        return {
            "game_path": f"games/{self.family}",
            "benchmark_start": iso(self.start),
            "benchmark_end": iso(self.end),
            "duration": str(duration),
            "duration_seconds": duration.total_seconds(),
            "num_instances": self.instances,
        }


@dataclass(slots=True)
class _Run:
    models: dict[str, Any]
    games: dict[str, _GameRun] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "clem_version": FORMAT,
            "created": iso(min(game.start for game in self.games.values())),
            "player_models": self.models,
            "games": {name: game.as_json() for name, game in self.games.items()},
        }


class Tree:
    """A tree that is being written. Created by `new_tree`."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._experiments: dict[PurePosixPath, dict[str, Any]] = {}
        self._runs: dict[PurePosixPath, _Run] = {}
        self.episodes = 0

    @property
    def folders(self) -> tuple[PurePosixPath, ...]:
        """The players' folders so far."""
        return tuple(sorted(self._runs))

    def add(
        self, game: Game, played: ReplayedEpisode, place: EpisodePlace, scored: StoredScores
    ) -> None:
        """Write the folder of an episode.

        Raises:
            OSError: if it cannot be written.
        """
        stored = played.stored
        files = episode_files(game, played, place, scored)
        for name, content in files.items():
            self._write(place.path / name, content)
        start = stored.summary.created_at
        end = stored.ended_at or start
        models = files["interactions.json"]["player_models"]
        experiment = self._experiments.get(place.experiment)
        if experiment is None:
            self._experiments[place.experiment] = experiment_file(
                reference_files(game, stored), stored.summary.game, iso(start), models
            )
        else:
            experiment["player_models"] = common_entries([experiment["player_models"], models])
        run = self._runs.setdefault(place.players, _Run(models))
        run.models = common_entries([run.models, models])
        family = stored.summary.family
        run.games.setdefault(stored.summary.game, _GameRun(family, start, end)).add(start, end)
        self.episodes += 1

    def finish(self) -> None:
        """Write the files that several episodes share.

        Raises:
            OSError: if they cannot be written.
        """
        for folder, experiment in self._experiments.items():
            self._write(folder / "experiment.json", experiment)
        for folder, run in self._runs.items():
            self._write(folder / "run.json", run.as_json())

    def _write(self, path: PurePosixPath, content: Mapping[str, Any]) -> None:
        file = self._root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(content, ensure_ascii=False, indent=2)
        file.write_text(text, encoding="utf-8", newline="\n")


def check_target(target: Path, folders: Iterable[PurePosixPath], *, add: bool) -> None:
    """Check that a tree can be written to ``target``.

    It can if the target does not exist, is empty, or (``add``) contains none of the folders.

    Raises:
        TargetInUse: if not.
        OSError: if it cannot be read.
    """
    if not target.exists() and not target.is_symlink():
        return
    if not target.is_dir():
        raise TargetInUse(f"{target} is not a folder")
    if not add and any(target.iterdir()):
        raise TargetInUse(f"{target} is not empty")
    for folder in folders:
        if (target / folder).exists():
            raise TargetInUse(f"{target / folder} already exists")


@contextmanager
def new_tree(target: Path) -> Iterator[Tree]:
    """Create a tree that is moved into place if the block succeeds, and discarded if it fails.

    Call `check_target` before.

    Raises:
        OSError: if it cannot be written.
    """
    there = target.is_dir()
    with temporary_folder(target) as beside:
        tree = Tree(beside)
        yield tree
        tree.finish()
        if there:
            for folder in tree.folders:
                (target / folder).parent.mkdir(exist_ok=True)
                (beside / folder).rename(target / folder)
        else:
            beside.rename(target)
