"""Line-ups: who played in which seat, each player by all that was configured of it.

Two episodes have the same line-up if the same players had the same seats. A player is identified by
what may change its answers, not by the name someone gave it: a name of the settings is only a
label. People are all ``human``; who they were is a question of its own.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from clemtui.records.rows import PlayerKind, SeatAssignment

DEFAULTS: Mapping[str, Any] = {
    "api_base": None, "temperature": 0.0, "max_tokens": None, "extra": {}, "protocol": "text",
    "script": "1", "refusals": "answer", "cut_answers": "answer", "several_choices": "first",
    "answer_parts": "join", "thinking_tags": "keep",
    "full_context": "abort",
}  # fmt: skip
"""The values of parameters that are the same as none, so that older records, which lack newer
parameters, have the same players."""

NO_PART_OF_A_PLAYER = frozenset({"api_key_env", "timeout", "retries", "model_spec.lookup_source"})
"""Parameters of how a model is reached or, in clembench's logs, of the file that named its settings
on that machine, which do not change its answers."""

ANSWERING = "answering as "
"""What is before the name of a model that was asked, where the models that answered are named."""

_UNKNOWN = "unknown"
"""A model that answered without its provider naming it, or of which nothing is recorded."""

_NOT_SET = "not set"
"""A parameter that a player does not have."""

_TOGETHER = " + "
"""What separates the models that answered in one episode."""

_MISLEADING = re.compile(r'^"|, | / | \+ |=|\(sha256 |[^\S ]')
"""What a text without quotes must not contain: separators, and marks of quoted or cut texts."""

_LONGEST_VALUE = 40
"""The longest value of a setting that is shown whole, in characters."""

_ADDRESS = "api_base"
"""The server's address, which is the same with slashes at its end."""

_SEED = "seed"
"""A parameter that distinguishes replicates of the same player."""


class SeatPlayer(NamedTuple):
    """Who had a seat of an episode.

    Attributes:
        name: ``human``, or the name of a model or scripted player, which may be a name from
            someone's settings.
    """

    seat: str
    role: str
    kind: PlayerKind
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class LineUp:
    """The players of an episode in the order of their seats, without services.

    Attributes:
        players: what identifies each player (see `identity`). One player in all seats is listed
            once, so that it has the same line-up in games with one seat and with several.
    """

    players: tuple[Mapping[str, Any], ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LineUp) and self.text == other.text  # unlike 1 == True

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def text(self) -> str:
        """The line-up as canonical JSON."""
        return _canonical(self.players)

    @property
    def key(self) -> str:
        """The line-up key: the SHA-256 of `text`."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @classmethod
    def of(cls, seats: Iterable[SeatAssignment]) -> LineUp:
        """Return the line-up of seats, given in order."""
        players = tuple(identity(seat) for seat in seats if seat.kind != "service")
        return cls(players[:1] if len(set(map(_canonical, players))) == 1 else players)

    def player(self, place: int) -> Mapping[str, Any]:
        """Return what identifies the player in a seat, given its place among the seats."""
        return self.players[place if len(self.players) > 1 else 0]

    def identities(self) -> tuple[str, ...]:
        """Return what identifies each player as canonical JSON, as in `given_names`."""
        return tuple(map(_canonical, self.players))

    def renamed(
        self, seats: Sequence[SeatPlayer], names: Mapping[Bearer, str]
    ) -> tuple[SeatPlayer, ...]:
        """Return the seats with the names of `player_names`."""
        return tuple(
            seat._replace(name=names[_bearer(self.player(place))])
            for place, seat in enumerate(seats)
        )

    @classmethod
    def read(cls, text: str) -> LineUp:
        """Return the line-up with that `text`."""
        return cls(tuple(json.loads(text)))


def identity(seat: SeatAssignment) -> dict[str, Any]:
    """Return what makes a seat's player the player it is.

    Parameters are by their names, those inside others as ``outer.inner``; parameters at their
    default and those that do not change answers are left out. A whole number is an integer.
    """
    if seat.kind == "human":
        return {"kind": "human"}
    found: dict[str, Any] = {"kind": seat.kind}
    if seat.kind == "model":
        found["model"] = seat.parameters.get("model", seat.player)
    else:
        found["player"] = seat.player
    for name, value in seat.parameters.items():
        if not _is_default(name, value):
            found |= _flat(name, value)
    return dict(json.loads(json.dumps(found), parse_float=_number))


def _number(text: str) -> float:
    value = float(text)
    return int(value) if value.is_integer() else value


def seat_players(seats: Iterable[SeatAssignment]) -> tuple[SeatPlayer, ...]:
    """Return who had the seats, in their order, without services."""
    return tuple(
        SeatPlayer(
            seat.seat, seat.role, seat.kind, "human" if seat.kind == "human" else seat.player
        )
        for seat in seats
        if seat.kind != "service"
    )


def given_names(
    found: Iterable[tuple[LineUp, Sequence[SeatPlayer]]],
) -> dict[str, frozenset[str]]:
    """Return the names that the records give each player, whoever it played with, by the canonical
    JSON of what identifies it."""
    given: dict[str, set[str]] = {}
    for line_up, seats in found:
        for place, seat in enumerate(seats):
            given.setdefault(_canonical(line_up.player(place)), set()).add(seat.name)
    return {player: frozenset(names) for player, names in given.items()}


class Bearer(NamedTuple):
    """What has one name in all figures: a model or a script, whatever its settings; or people."""

    kind: str
    name: str


def player_names(given: Mapping[str, Collection[str]]) -> dict[Bearer, str]:
    """Return the name under which each model, script and person in `given_names` is listed.

    It is the name that the records give it, if that is one name, and not given to another of its
    kind as well; else the model's own.
    """
    found: dict[Bearer, set[str]] = {}
    for player, names in given.items():
        found.setdefault(_bearer(json.loads(player)), set()).update(names)
    bearers = Counter(
        (bearer.kind, name) for bearer, names in found.items() for name in {*names, bearer.name}
    )
    return {
        bearer: name if len(names) == 1 and bearers[bearer.kind, name] == 1 else bearer.name
        for bearer, names in found.items()
        for name in (min(names),)
    }


def _bearer(player: Mapping[str, Any]) -> Bearer:
    kind = str(player["kind"])
    return Bearer(kind, str(player.get("model", player.get("player", kind))))


def names_to_find(player: str, given: Collection[str]) -> frozenset[str]:
    """Return all names by which a player in `given_names` is found: these, and the model's.

    People have none: they are found as people.
    """
    identity = json.loads(player)
    if identity["kind"] == "human":
        return frozenset()
    return frozenset(given) | ({str(identity["model"])} if "model" in identity else set())


def configurations(
    line_up: LineUp, seats: Sequence[SeatPlayer], answered: str
) -> tuple[dict[str, str], ...]:
    """Return what may tell each seat's player from others of its name, as short texts.

    This is what was configured of it, by parameter, and the models that answered for it, by
    ``answering as model``. Different values have different texts.

    Args:
        line_up: who played.
        seats: the seats.
        answered: as in `clemtui.records.results.Result`.
    """
    players = [line_up.player(place) for place in range(len(seats))]
    found = [
        {
            key: _short(_quoted(value))
            if key == "model" and isinstance(value, str)
            else _text(value)
            for key, value in player.items()
            if key not in ("kind", "player")
        }
        for player in players
    ]
    for asked, models in json.loads(answered).items():
        of_model = [player.get("model") == asked for player in players]
        for mine, entries in zip(of_model, found, strict=True):
            if mine or not any(of_model):
                named = (_quoted(each) if each else _UNKNOWN for each in models)
                entries[f"{ANSWERING}{_quoted(asked)}"] = _TOGETHER.join(named)
    return tuple(found)


def usual_value(name: str, entries: Mapping[str, str]) -> str | None:
    """Return what stands for an entry of `configurations` that a player with these entries does
    not have; None for the answers of a model that was not asked for it."""
    if name.startswith(ANSWERING):
        asked = _short(name.removeprefix(ANSWERING))
        return _UNKNOWN if entries.get("model") == asked else None
    value = DEFAULTS.get(name)
    if value is None or value == {}:
        return _NOT_SET
    return _text(json.loads(json.dumps(value), parse_float=_number))


def _text(value: Any) -> str:
    """Return a value as one short line, a different one for different values.

    What is no text is shown as JSON, and so is a text that could be taken for JSON.
    """
    if isinstance(value, str) and not _is_json(value):
        return _short(_quoted(value))
    return _short(json.dumps(value, sort_keys=True, ensure_ascii=False))


def _quoted(text: str) -> str:
    """Return a text; in quotes if it could be taken for one of our words, or for several texts."""
    misleading = text in (_UNKNOWN, _NOT_SET) or _MISLEADING.search(text)
    return json.dumps(text, ensure_ascii=False) if misleading else text


def _short(text: str) -> str:
    """Return a text; of one that is long or has several lines, its beginning and its hash."""
    line = " ".join(text.split())
    if line == text and len(line) <= _LONGEST_VALUE:
        return line
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{line[:_LONGEST_VALUE]}… (sha256 {digest[:8]})"


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


SILENT = ""
"""In what `answered_by` returns, the key under which the session is in which an episode began that
ended before each of its models had answered."""


def answered_by(
    models: Iterable[tuple[str, str]], session: str | None = None
) -> dict[str, Sequence[str]]:
    """Return the models that answered, as providers named them, by the model that was asked.

    Args:
        models: pairs of the two; the name is empty if the provider did not give one.
        session: where the episode began, if it ended before each of its models had answered.
    """
    found: dict[str, set[str]] = {}
    for asked, answered in models:
        found.setdefault(asked, set()).add(answered)
    named: dict[str, Sequence[str]] = {asked: sorted(found[asked]) for asked in sorted(found)}
    return named if session is None else {SILENT: [session], **named}


@cache
def told(answered: str) -> str:
    """Return the JSON of `answered_by` without the session."""
    return _canonical({asked: m for asked, m in json.loads(answered).items() if asked != SILENT})


class AnsweringModels:
    """What episodes tell of the models that answered for each player, whoever it played with.

    Args:
        found: line-ups, each with the models that answered in an episode of it, by the model that
            was asked.
    """

    def __init__(self, found: Iterable[tuple[LineUp, Mapping[str, Sequence[str]]]]) -> None:
        self._told: dict[str, dict[str, set[tuple[str, ...]]]] = {}
        for line_up, answered in found:
            for asked, models in answered.items():
                for player in players_asked(line_up, asked):
                    of_player = self._told.setdefault(player, {})
                    of_player.setdefault(asked, set()).add(tuple(models))

    def of(self, line_up: LineUp) -> dict[str, set[tuple[str, ...]]]:
        """Return the different sets of models that answered for the players of a line-up, by the
        model that was asked."""
        found: dict[str, set[tuple[str, ...]]] = {}
        for player in {line_up.text, *map(_canonical, line_up.players)}:
            for asked, models in self._told.get(player, {}).items():
                found.setdefault(asked, set()).update(models)
        return found


def players_asked(line_up: LineUp, asked: str) -> frozenset[str]:
    """Return what identifies the players of a line-up that a model answers for, as JSON.

    If none of them was asked under that name, as in some imports, it is the line-up.
    """
    found = {_canonical(each) for each in line_up.players if each.get("model") == asked}
    return frozenset(found or {line_up.text})


Witnesses = Callable[[int, str, str], Iterable[Sequence[str]]]
"""For a line-up, a session and a model that was asked: what `answered_by` returns, as JSON, for
other episodes of the same players in which it answered; the most trustworthy ones come first."""


def completed_answers(
    found: Iterable[tuple[int, str]],
    line_ups: Mapping[int, LineUp],
    witnesses: Witnesses = lambda *_: (),
) -> dict[tuple[int, str], str]:
    """Return the models that answered in each episode, completed from the other episodes.

    An episode that ended before a model had answered says nothing about which would have. If all
    other episodes of the player agree on it, whoever it played with, it is theirs; else that of the
    first witnesses who know any, if these agree; else an unknown one, with an empty name.

    Args:
        found: pairs of a line-up's number and what `answered_by` returns for its episodes, as JSON.
        line_ups: the line-ups by number.
        witnesses: who is asked where the episodes of a player disagree.

    Returns:
        for each pair the completed JSON, without the session.
    """
    pairs = tuple(found)
    different = {(number, told(answered)) for number, answered in pairs}
    known = AnsweringModels((line_ups[number], json.loads(each)) for number, each in different)
    others = cache(lambda number: known.of(line_ups[number]))

    def completed(number: int, answered: dict[str, Sequence[str]]) -> str:
        sessions = answered.pop(SILENT, ())
        for asked, models in others(number).items():
            if asked in answered:
                continue
            if len(models) > 1:
                heard = (witnesses(number, session, asked) for session in sessions)
                models = _first_told(asked, chain.from_iterable(heard))
            answered[asked] = min(models) if len(models) == 1 else ("",)
        return _canonical(answered)

    return {(number, each): completed(number, json.loads(each)) for number, each in pairs}


def _first_told(asked: str, witnesses: Iterable[Sequence[str]]) -> set[tuple[str, ...]]:
    """Return what the first of the witnesses who know a model tell of it; empty if none does."""
    for others in witnesses:
        answers = (json.loads(each).get(asked) for each in others)
        if found := {tuple(models) for models in answers if models}:
            return found
    return set()


def _is_default(name: str, value: Any) -> bool:
    return name in DEFAULTS and value == DEFAULTS[name]


def _flat(name: str, value: Any) -> dict[str, Any]:
    """Return a parameter by its name, or one for each leaf of a mapping."""
    if name in NO_PART_OF_A_PLAYER:
        return {}
    if name == _ADDRESS and isinstance(value, str):
        return {name: value.rstrip("/")}
    if not isinstance(value, Mapping):
        return {} if name.rpartition(".")[2] == _SEED else {name: value}
    found: dict[str, Any] = {}
    for inner, each in value.items():
        found |= _flat(f"{name}.{inner}", each)
    return found


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
