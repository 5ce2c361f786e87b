"""Episodes sorted for a comparison of languages: by setting, language, group and task."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from clemtui.analysis.effect.model import UNBANDED, Measure
from clemtui.analysis.report.dimensions import Dimension, Values
from clemtui.records.line_ups import SeatPlayer
from clemtui.records.results import AbortCause, Result, TaskResults

SETTING_DIMENSIONS: tuple[Dimension, ...] = (
    *("game", "players", "kinds", "condition", "aids", "scorer", "settings"),
)
"""What is never compared across: only the language may differ within a setting."""

NAMING_DIMENSIONS: tuple[Dimension, ...] = ("game", "players")
"""What identifies a setting even if all settings share it."""

Key = tuple[str, ...]
Keyed = TypeVar("Keyed")
Task = tuple[str, str]
"""The group of a task and its name."""
ByTask = Mapping[Task, float]


@dataclass(slots=True)
class Cell:
    """The episodes of one language in one setting.

    Attributes:
        seats: who plays, in the order of the seats.
        scores: number of episodes by task, aborted flag and main score.
        texts: number of episodes by pack: the hash of its words and that of its texts.
        people: who played a task, by its name; nobody if only programs did.
    """

    seats: tuple[SeatPlayer, ...]
    scores: Counter[tuple[Task, bool | None, float | None]] = field(default_factory=Counter)
    causes: Counter[AbortCause] = field(default_factory=Counter)
    texts: Counter[tuple[str, str]] = field(default_factory=Counter)
    people: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who play, in the order of the seats."""
        return tuple(seat.name for seat in self.seats)

    @property
    def episodes(self) -> int:
        """The number of episodes."""
        return sum(self.scores.values())

    @property
    def tasks(self) -> int:
        """The number of different tasks played."""
        return len({name for (_, name), _, _ in self.scores})

    @property
    def main_scores(self) -> set[float]:
        """All different main scores."""
        return {score for _, _, score in self.scores if score is not None}

    def values(self, measure: Measure) -> list[float]:
        """Return the values in a measure, omitting those without one: of each episode if people
        play; otherwise of each task, as further episodes of it are replicates."""
        if any(seat.kind == "human" for seat in self.seats):
            return [value for _, value in self._episode_values(measure)]
        return list(self.task_means(measure).values())

    def task_means(self, measure: Measure) -> dict[Task, float]:
        """Return the values by task, each the mean over the episodes of that task."""
        return _means(self._episode_values(measure))

    def _episode_values(self, measure: Measure) -> Iterator[tuple[Task, float]]:
        for (task, aborted, score), episodes in sorted(self.scores.items(), key=_sort_key):
            value = episode_value(aborted, score, measure)
            if value is not None:
                for _ in range(episodes):
                    yield task, value


def episode_value(aborted: bool | None, score: float | None, measure: Measure) -> float | None:
    """Return an episode's value in a measure, in points of 0 to 100; None if it does not count."""
    if measure == "played":
        return None if aborted is None else 0.0 if aborted else 100.0
    if measure == "joint" and aborted:
        return 0.0
    return score


def _sort_key(item: tuple[tuple[Task, bool | None, float | None], int]) -> tuple[object, ...]:
    (task, aborted, score), _ = item
    return task, bool(aborted), -1.0 if score is None else score


def sorted_cells(found: TaskResults) -> tuple[tuple[Dimension, ...], dict[Key, dict[str, Cell]]]:
    """Return the cells of each setting by language, and the dimensions of the keys."""
    results = tuple(dict.fromkeys(each.result for each in found.tasks))
    names = Values(results, found.contents, found.line_ups)
    columns = {each: names.column(each) for each in SETTING_DIMENSIONS}
    origins = tuple(map(_origin, results))
    by = tuple(
        each for each in SETTING_DIMENSIONS if each in NAMING_DIMENSIONS or _differs(columns, each)
    )
    several_origins = len(set(origins)) > 1
    seats = dict(zip(results, names.seats, strict=True))
    keys: dict[Result, Key] = {}
    for at, result in enumerate(results):
        key = tuple(columns[each][at] for each in by)
        keys[result] = (*key, origins[at]) if several_origins else key
    dimensions: tuple[Dimension, ...] = (*by, "instances") if several_origins else by
    cells: defaultdict[Key, dict[str, Cell]] = defaultdict(dict)
    for each, episodes in found.tasks.items():
        result = each.result
        languages = cells[keys[result]]
        if result.language not in languages:
            languages[result.language] = Cell(seats[result])
        cell = languages[result.language]
        task = (language_neutral_group(result.experiment, result.language), each.task)
        aborted = None if each.aborted is None else bool(each.aborted)
        cell.scores[task, aborted, each.main_score] += episodes
        cell.texts[each.texts_hash, each.texts] += episodes
        cell.people[each.task].update(result.people)
        if each.cause is not None:
            cell.causes[each.cause] += episodes
    return dimensions, dict(sorted(cells.items()))


def _differs(columns: Mapping[Dimension, Sequence[str]], dimension: Dimension) -> bool:
    """Return whether a dimension varies within the same game and players."""
    found: defaultdict[Key, set[str]] = defaultdict(set)
    named = zip(*(columns[each] for each in NAMING_DIMENSIONS), strict=True)
    for key, value in zip(named, columns[dimension], strict=True):
        found[key].add(value)
    return any(len(values) > 1 for values in found.values())


def _origin(result: Result) -> str:
    """Return the origin of an instance without the file, which may differ between languages.

    Official instances have their own prompts, so they are not comparable to a language pack.
    """
    return "bundled" if result.origin in ("bundled", "generated") else result.origin


def language_neutral_group(experiment: str, language: str) -> str:
    """Return an experiment's name without its language, the same for all languages.

    The reference uses names such as ``high_de`` or ``0_easy_3obj_de``.
    """
    return re.sub(rf"_{re.escape(language)}(?=_|$)", "", experiment)


def means_by_task_name(values: ByTask) -> dict[str, float]:
    """Return the values by task name alone; a task that is in several groups counts once."""
    return _means((name, value) for (_, name), value in values.items())


def _means(values: Iterable[tuple[Keyed, float]]) -> dict[Keyed, float]:
    found: defaultdict[Keyed, list[float]] = defaultdict(list)
    for key, value in values:
        found[key].append(value)
    return {key: sum(each) / len(each) for key, each in found.items()}


def tasks_by_group(values: ByTask) -> dict[str, list[float]]:
    """Return the values by group."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for (group, _), value in sorted(values.items()):
        found[group].append(value)
    return dict(found)


def banded_groups(groups: Iterable[str]) -> list[str]:
    """Return the groups whose words have a known frequency, sorted."""
    return sorted(group for group in groups if group != UNBANDED)
