"""The search line of the history."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Any, get_args

from clemtui.engine.scores import Outcome
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.names import nearest
from clemtui.language import Sentence, translatable
from clemtui.records.names import split_tag
from clemtui.records.rows import EpisodeFilter, Interface, State
from clemtui.store.folding import terms


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """A filter as typed, such as ``game:taboo with:scripted lost river``.

    ``word:value`` is a filter; everything else is searched for in what was said. All of it must
    occur: each word as the beginning of a word, and text in double quotes as a phrase (``"river
    bank"``). A value with spaces is quoted too: ``experiment:"high en"``. The filters:

    - ``game:taboo``, ``experiment:high_en``, ``language:de``
    - ``by:Ann``: a person who had a seat
    - ``with:human``, ``with:scripted``, ``with:model``, or part of any name of a player:
      ``with:gpt`` (in any case)
    - ``outcome:success``, ``outcome:lose`` (or ``lost``), ``outcome:aborted``
    - ``state:running`` (or ``unfinished``), ``state:finished``, ``state:abandoned``, ``state:void``
    - ``interface:assisted``, ``interface:board``, ``interface:verbatim``: of what people played
    - ``practice:yes``, ``practice:no``
    - ``repeats:yes``, ``repeats:no``: whether a player had seen the task before, in any language
    - ``counts:yes``, ``counts:no``: whether reports count the episode
    - ``since:2026-03-01``, ``until:2026-03-05`` (inclusive); also ``today``, ``yesterday``, and
      ``7d`` for seven days ago
    - ``tag:wave`` (with any value), ``tag:wave=2``

    Attributes:
        line: what was typed.
        where: the filter it stands for, including the text to search for.
    """

    line: str = ""
    where: EpisodeFilter = field(default_factory=EpisodeFilter)

    @property
    def text(self) -> str:
        """The text to search for; empty for none."""
        return self.where.text or ""

    @classmethod
    def parse(cls, line: str, now: datetime | None = None) -> HistoryFilter:
        """Parse a line; ``now`` determines what ``today`` is (the local time by default).

        Raises:
            UsageError: in one line, for an unknown filter or an invalid value.
        """
        today = (now or datetime.now().astimezone()).date()
        where = EpisodeFilter()
        words: list[str] = []
        seen: set[str] = set()
        for match in _PARTS.finditer(line):
            key, quoted, value = match.group("key", "quoted", "value")
            if key is None:
                _check_word(match.group())
                words.append(match.group())
                continue
            known = _known(key)
            if known is None:
                raise UsageError(_unknown(key))
            if known in seen:
                raise UsageError(Sentence(_GIVEN_TWICE, key=known))
            seen.add(known)
            value = (value if quoted is None else quoted).strip()
            if not value:
                raise UsageError(_no_value(known))
            where = _READERS[known](where, value, today)
        text = " ".join(words)
        if text and not terms(text):
            raise UsageError(Sentence(_NOTHING_TO_SEARCH, text=text))
        return cls(line, replace(where, text=text or None))


# A value follows its key directly, so that "GUESS: river" can be searched for as written.
_PARTS = re.compile(
    r"""
    (?P<key>[^\W\d_]+):(?:"(?P<quoted>[^"]*)"?|(?P<value>[^\s"]\S*))
    | "[^"]*"?
    | \S+
    """,
    re.VERBOSE,
)

_Read = Callable[[EpisodeFilter, str, date], EpisodeFilter]


def _name(field_name: str) -> _Read:
    return lambda where, value, today: _with(where, field_name, value)


def _one_of(key: str, choices: Sequence[str], **shown: str) -> _Read:
    """Return a reader of one of some values; ``shown`` are the words that lists show for them."""

    def read(where: EpisodeFilter, value: str, today: date) -> EpisodeFilter:
        found = shown.get(value.casefold(), value.casefold())
        if found not in choices:
            raise UsageError(_no_choice(key, choices, value))
        return _with(where, key, found)

    return read


def _with(where: EpisodeFilter, field_name: str, value: Any) -> EpisodeFilter:
    return replace(where, **{field_name: value})


def _yes_or_no(key: str, field_name: str) -> _Read:
    def read(where: EpisodeFilter, value: str, today: date) -> EpisodeFilter:
        if value.casefold() not in ("yes", "no"):
            raise UsageError(_no_choice(key, ("yes", "no"), value))
        return _with(where, field_name, value.casefold() == "yes")

    return read


def _tag(where: EpisodeFilter, value: str, today: date) -> EpisodeFilter:
    key, wanted = split_tag(value)
    if not key:
        raise UsageError(_no_value("tag"))
    return replace(where, tag=(key, wanted))


def _since(where: EpisodeFilter, value: str, today: date) -> EpisodeFilter:
    return replace(where, since=_midnight("since", value, today, 0))


def _until(where: EpisodeFilter, value: str, today: date) -> EpisodeFilter:
    return replace(where, until=_midnight("until", value, today, 1))


def _midnight(key: str, value: str, today: date, after: int) -> datetime:
    """Return the local start of a day, or of one some days later."""
    try:
        day = _day(value.casefold(), today) + timedelta(days=after)
        if not 1970 <= day.year < 9999:
            raise ValueError(day)
        return datetime.combine(day, time()).astimezone()
    except (ValueError, OverflowError):
        raise UsageError(Sentence(_INVALID_DAY, key=key, value=value)) from None


def _day(value: str, today: date) -> date:
    if value == "today":
        return today
    if value == "yesterday":
        return today - timedelta(days=1)
    if re.fullmatch(r"[0-9]+d", value):
        return today - timedelta(days=int(value[:-1]))
    return date.fromisoformat(value)


_READERS: dict[str, _Read] = {
    "game": _name("game"),
    "experiment": _name("experiment"),
    "language": _name("language"),
    "by": _name("person"),
    "with": _name("player"),
    "outcome": _one_of("outcome", get_args(Outcome), lost="lose"),
    "state": _one_of("state", get_args(State), unfinished="running"),
    "interface": _one_of("interface", get_args(Interface)),
    "practice": _yes_or_no("practice", "practice"),
    "repeats": _yes_or_no("repeats", "repeated"),
    "counts": _yes_or_no("counts", "counts"),
    "since": _since,
    "until": _until,
    "tag": _tag,
}
_ALIASES = {"person": "by", "player": "with", "lang": "language"}
_EXAMPLES = {
    "game": "game:taboo",
    "experiment": "experiment:high_en",
    "language": "language:en",
    "by": "by:Ann",
    "with": "with:scripted",
    "outcome": "outcome:success",
    "state": "state:running",
    "interface": "interface:assisted",
    "practice": "practice:no",
    "repeats": "repeats:no",
    "counts": "counts:no",
    "since": "since:yesterday",
    "until": "until:2026-03-01",
    "tag": "tag:wave=2",
}


def _known(key: str) -> str | None:
    key = key.casefold()
    key = _ALIASES.get(key, key)
    return key if key in _READERS else None


def _check_word(word: str) -> None:
    """Reject a filter without a value; any other word may end in a colon."""
    key = _known(word.removesuffix(":"))
    if word.endswith(":") and key is not None:
        raise UsageError(_no_value(key))


_GIVEN_TWICE = translatable("{key}: given twice; use it once")
_NOTHING_TO_SEARCH = translatable("'{text}' contains nothing to search for: use letters or digits")
_INVALID_VALUE = translatable("{key}: '{value}' is not valid; use {choices}")
_INVALID_DAY = translatable(
    "{key}: '{value}' is not a day; use e.g. {key}:2026-03-01, {key}:yesterday or {key}:7d"
)
_MISSING_VALUE = translatable("{key}: requires a value directly after the colon, e.g. {example}")
_UNKNOWN = translatable(
    "unknown filter '{key}:'; available: {keys}; to search for this text, put it in double quotes"
)
_UNKNOWN_WITH_SUGGESTION = translatable(
    "unknown filter '{key}:'; did you mean '{near}:'? (available: {keys}; to search for this "
    "text, put it in double quotes)"
)


def _no_choice(key: str, choices: Sequence[str], value: str) -> Sentence:
    return Sentence(_INVALID_VALUE, key=key, choices=", ".join(choices), value=value)


def _no_value(key: str) -> Sentence:
    return Sentence(_MISSING_VALUE, key=key, example=_EXAMPLES[key])


def _unknown(key: str) -> Sentence:
    near = nearest(key, (*_READERS, *_ALIASES))
    keys = ", ".join(_READERS)
    if near is None:
        return Sentence(_UNKNOWN, key=key, keys=keys)
    return Sentence(_UNKNOWN_WITH_SUGGESTION, key=key, keys=keys, near=near)
