"""The effect of the prompt language in published tables of results.

Such a table lists, by model and language, the share of played episodes and the quality score. The
episodes behind it are unknown, so nothing can be paired or tested: there are differences and, given
the number of episodes, Wilson intervals of shares.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from clemtui.analysis.intervals import Interval, wilson_interval

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "model": ("model", "models", "player", "players"),
    "language": ("lang", "language"),
    "played": ("% played", "played"),
    "quality": ("% success (of played)", "quality score", "quality", "main score"),
}
"""Accepted column names, in any case."""

_LAST_DIGIT = Decimal("0.005")


class NotAResultsTable(ValueError):
    """The file is not such a table; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """The results of a model in a language. Points of 0 to 100, with the digits of the table.

    Attributes:
        quality: None if nothing was played.
        joint: with every aborted episode as 0.
        played_delta, quality_delta, joint_delta: differences from the baseline; None without one.
        played_interval: Wilson interval, if the number of episodes is known.
        quality_interval, joint_interval: the same, if all scores are known to be 0 or 100.
    """

    model: str
    language: str
    played: Decimal
    quality: Decimal | None
    joint: Decimal
    played_delta: Decimal | None
    quality_delta: Decimal | None
    joint_delta: Decimal | None
    played_interval: Interval | None
    quality_interval: Interval | None
    joint_interval: Interval | None


@dataclass(frozen=True, slots=True)
class JointMean:
    """The mean joint scores of the models that are in the table in a language and in the baseline.

    Attributes:
        models: their number; without any, the rest is None.
        mean: in the language.
        baseline: of the same models, in the baseline.
        difference: the one minus the other.
    """

    models: int
    mean: Decimal | None
    baseline: Decimal | None
    difference: Decimal | None


@dataclass(frozen=True, slots=True)
class Published:
    """A table, with the models in its order and, for each, the baseline first.

    Attributes:
        episodes: number of episodes of each model in each language; None if not given.
        binary: whether every number is a share of that many episodes.
        joint_means: by language, the baseline first.
    """

    baseline: str
    episodes: int | None
    binary: bool
    rows: tuple[PublishedRow, ...]
    joint_means: Mapping[str, JointMean]


@dataclass(frozen=True, slots=True)
class _TableLine:
    model: str
    language: str
    played: Decimal
    quality: Decimal | None

    @property
    def joint(self) -> Decimal:
        """The joint score; 0 if nothing was played."""
        return Decimal(0) if self.quality is None else self.played * self.quality / 100


def read_table(text: str, baseline: str = "en", episodes: int | None = None) -> Published:
    """Read a table with the columns model, language, % played and quality score (CSV).

    Args:
        text: content of the file. ``% Success (of Played)`` is the quality score of a game that is
            won or lost.
        baseline: the language that the others are compared with.
        episodes: the number of episodes behind each line.

    Raises:
        NotAResultsTable: if a column is missing or a line lacks a required number.
    """
    given = _read_lines(text)
    models = list(dict.fromkeys(each.model for each in given))
    by_key = {(each.model, each.language): each for each in given}
    if not any(each.language == baseline for each in given):
        raise NotAResultsTable(
            f"no line is in the baseline language {baseline!r}: nothing to compare"
        )
    counts = None if episodes is None else _counts(given, episodes)
    rows = [
        _row(
            each, by_key.get((model, baseline)), episodes, None if counts is None else counts[each]
        )
        for model in models
        for each in sorted(
            (one for one in given if one.model == model),
            key=lambda one: (one.language != baseline, one.language),
        )
    ]
    languages = sorted({each.language for each in given}, key=lambda one: (one != baseline, one))
    joint = {key: each.joint for key, each in by_key.items()}
    return Published(
        baseline=baseline,
        episodes=episodes,
        binary=counts is not None,
        rows=tuple(rows),
        joint_means={one: _joint_mean(joint, models, one, baseline) for one in languages},
    )


def _read_lines(text: str) -> list[_TableLine]:
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    heads = {str(head).strip().casefold(): head for head in reader.fieldnames or ()}
    found = {
        name: next((heads[each] for each in known if each in heads), None)
        for name, known in _COLUMNS.items()
    }
    missing = [_COLUMNS[name][0] for name, head in found.items() if head is None]
    if missing:
        raise NotAResultsTable(f"the table has no column {missing[0]!r}")
    rows: list[_TableLine] = []
    for number, line in enumerate(reader, 2):
        values = {name: (line.get(str(head)) or "").strip() for name, head in found.items()}
        played = _number(values["played"], number)
        if played is None:
            raise NotAResultsTable(f"line {number}: '% played' is missing")
        quality = _number(values["quality"], number) if played else None
        rows.append(_TableLine(values["model"], values["language"], played, quality))
    (most, times), *_ = Counter((each.model, each.language) for each in rows).most_common(1) or [
        (("", ""), 0)
    ]
    if times > 1:
        raise NotAResultsTable(f"{most[0]} appears twice in the language {most[1]!r}")
    return rows


def _number(text: str, line: int) -> Decimal | None:
    if text.casefold() in ("", "nan", "-"):
        return None
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite():
        raise NotAResultsTable(f"line {line}: {text!r} is not a number")
    if not 0 <= value <= 100:
        raise NotAResultsTable(f"line {line}: {text!r} is not between 0 and 100")
    return value


def _row(
    each: _TableLine, base: _TableLine | None, episodes: int | None, counts: tuple[int, int] | None
) -> PublishedRow:
    same = base is None or base.language == each.language
    played = solved = None
    if episodes is not None:
        played = round(each.played * episodes / 100)
        solved = None if counts is None else counts[1]
    quality_delta = None
    if base is not None and not same and each.quality is not None and base.quality is not None:
        quality_delta = each.quality - base.quality
    return PublishedRow(
        model=each.model,
        language=each.language,
        played=each.played,
        quality=each.quality,
        joint=each.joint,
        played_delta=None if base is None or same else each.played - base.played,
        quality_delta=quality_delta,
        joint_delta=None if base is None or same else each.joint - base.joint,
        played_interval=None
        if played is None or not episodes
        else wilson_interval(played, episodes),
        quality_interval=None
        if played is None or solved is None
        else wilson_interval(solved, played),
        joint_interval=None
        if solved is None or not episodes
        else wilson_interval(solved, episodes),
    )


def _counts(given: Sequence[_TableLine], episodes: int) -> dict[_TableLine, tuple[int, int]] | None:
    """Return the numbers of played and solved episodes of each line; None if any number is not such
    a share."""
    found = {}
    for each in given:
        played = _count_of_share(each.played, episodes)
        solved = 0 if each.quality is None or not played else _count_of_share(each.quality, played)
        if played is None or solved is None:
            return None
        found[each] = played, solved
    return found


def _count_of_share(share: Decimal, of: int) -> int | None:
    """Return the count that a share with two digits stands for; None if no count gives it."""
    count = round(share * of / 100)
    return count if abs(Decimal(count) * 100 / of - share) <= _LAST_DIGIT else None


def _joint_mean(
    joint: Mapping[tuple[str, str], Decimal], models: Sequence[str], language: str, baseline: str
) -> JointMean:
    both = [each for each in models if {(each, language), (each, baseline)} <= joint.keys()]
    if not both:
        return JointMean(0, None, None, None)
    mean, base = (
        sum(joint[each, one] for each in both) / Decimal(len(both)) for one in (language, baseline)
    )
    return JointMean(len(both), mean, base, mean - base)
