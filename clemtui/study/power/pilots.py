"""A pilot study, from the records or from an export: what people scored on what."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from clemtui.analysis.baseline.pilot import Pilot, pilot_of
from clemtui.study.errors import StudyError
from clemtui.study.power.family import Block
from clemtui.study.power.layouts import Episode, layout_of
from clemtui.study.protocol.model import Measure
from clemtui.study.results.records import recorded
from clemtui.study.results.values import tasks_of, value_of
from clemtui.study.service import Studies

_EPISODES = "data/*_description-episodes_data.csv"
"""Where an exported study has its episodes."""
_COLUMNS = (
    "participant_id", "game", "seat", "language", "task", "aborted", "main_score", "counts",
)  # fmt: skip
_FLAGS = {"true": True, "false": False, "": None}


@dataclass(frozen=True, slots=True)
class Piloted:
    """The episodes of a pilot that count and that no mark excludes, with their values.

    Attributes:
        source: the study or the file.
    """

    source: str
    episodes: Sequence[Episode]
    values: Sequence[float]


async def recorded_pilot(studies: Studies, name: str, measure: Measure) -> Piloted:
    """Return a pilot from the records.

    Raises:
        UsageError: if the study was not frozen in this database.
        StudyError: if this version cannot read it, or nothing counts.
        StoreError: if the records cannot be read.
    """
    study = await studies.study(name)
    found = await studies.play.read(lambda reader: recorded(reader, study))
    task = tasks_of(study.manifest)
    rows = [
        (Episode(each.enrolment, each.game, each.seat, each.language, task(each)), value)
        for each in found.kept
        if (value := value_of(each.aborted, each.main_score, measure)) is not None
    ]
    return _piloted(f"the study {name}", rows)


def is_export(path: Path) -> bool:
    """Whether a path is that of an exported study or of a file."""
    return path.is_file() or (path.is_dir() and any(path.glob(_EPISODES)))


def exported_pilot(path: Path, measure: Measure) -> Piloted:
    """Return a pilot from the folder that ``clemtui study export`` wrote, or its table of episodes.

    Raises:
        StudyError: if the file cannot be read, is not such a table, or nothing counts.
    """
    file = next(path.glob(_EPISODES), path) if path.is_dir() else path
    if not file.is_file():
        raise StudyError(
            f"{file}: no such file; name a study, or what 'clemtui study export' wrote"
        )
    try:
        with file.open(encoding="utf-8", newline="") as opened:
            rows = list(_exported(csv.DictReader(opened), measure))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise StudyError(f"{file}: cannot be read: {error}") from None
    except (KeyError, ValueError) as error:
        raise StudyError(
            f"{file}: is not the table of episodes that 'clemtui study export' writes: {error}"
        ) from None
    return _piloted(str(file), rows)


def _exported(table: csv.DictReader[str], measure: Measure) -> Iterator[tuple[Episode, float]]:
    missing = [name for name in _COLUMNS if name not in (table.fieldnames or ())]
    if missing:
        raise ValueError(f"it has no column {missing[0]}")
    for row in table:
        if _FLAGS[row["counts"]] is not True:
            continue
        score = float(row["main_score"]) if row["main_score"] else None
        value = value_of(_FLAGS[row["aborted"]], score, measure)
        if value is None:
            continue
        if not 0 <= value <= 100:
            raise ValueError(f"a score of {value:g}")
        yield (
            Episode(row["participant_id"], row["game"], row["seat"], row["language"], row["task"]),
            value,
        )


def _piloted(source: str, rows: Sequence[tuple[Episode, float]]) -> Piloted:
    if not rows:
        raise StudyError(f"{source}: no episode of the pilot counts")
    return Piloted(source, [each for each, _ in rows], [value for _, value in rows])


def pilot_for(piloted: Piloted, block: Block) -> Pilot:
    """Return what a pilot says about the comparisons of a block.

    Raises:
        StudyError: if it does not have what is compared, or too little of it.
    """
    cells: Mapping[Episode, list[float]] = _by_cell(piloted)
    episodes = list(cells)
    known = {block.condition(each.game, each.seat, each.language) for each in episodes}
    for number, name in enumerate(block.conditions or block.games):
        if number not in known:
            raise StudyError(f"{piloted.source}: the pilot has no episode of {name} that counts")
    layout, kept = layout_of(block, episodes)
    values = np.array([np.mean(cells[episodes[at]]) for at in kept])
    try:
        return pilot_of(layout, values)
    except ValueError as error:
        raise StudyError(
            f"{piloted.source}: {' and '.join(block.games)}: {error}. Plan without it"
        ) from None


def _by_cell(piloted: Piloted) -> dict[Episode, list[float]]:
    """Return the values of each participant on each task, which are averaged, as in the report."""
    found: defaultdict[Episode, list[float]] = defaultdict(list)
    for each, value in zip(piloted.episodes, piloted.values, strict=True):
        found[each].append(value)
    return dict(found)
