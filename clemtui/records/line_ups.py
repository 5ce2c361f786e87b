"""Line-ups: who played in which seat, each player by all that was configured of it.

Two episodes have the same line-up if the same players had the same seats. A player is identified by
what may change its answers, not by the name someone gave it: a name of the settings is only a
label. People are all ``human``; who they were is a question of its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
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

_LONGEST_VALUE = 40
"""The longest value of a setting that is shown whole, in characters."""

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
        self, seats: Sequence[SeatPlayer], names: Mapping[str, str]
    ) -> tuple[SeatPlayer, ...]:
        """Return the seats with the names of `player_names`."""
        return tuple(
            seat._replace(name=names[_canonical(self.player(place))])
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


def player_names(given: Mapping[str, Collection[str]]) -> dict[str, str]:
    """Return one name for each player in `given_names`: if it has several, the model's."""
    return {
        player: min(names) if len(names) == 1 else str(json.loads(player).get("model", min(names)))
        for player, names in given.items()
    }


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

    This is what was configured of it, as ``parameter of name``, and the models that answered for
    it, as ``answering as model``.

    Args:
        line_up: who played.
        seats: the seats, with the names under which the players are listed.
        answered: as in `clemtui.records.results.Result`.
    """
    players = [line_up.player(place) for place in range(len(seats))]
    found = [
        {
            f"{key} of {seat.name}": _text(value)
            for key, value in player.items()
            if key not in ("kind", "player")
        }
        for seat, player in zip(seats, players, strict=True)
    ]
    for asked, models in json.loads(answered).items():
        of_model = [player.get("model") == asked for player in players]
        for mine, entries in zip(of_model, found, strict=True):
            if mine or not any(of_model):
                entries[f"{ANSWERING}{asked}"] = " / ".join(models)
    return tuple(found)


def usual_value(name: str, entries: Mapping[str, str]) -> str | None:
    """Return what stands for an entry of `configurations` that a player with these entries does
    not have; None for the answers of a model that was not asked for it."""
    if name.startswith(ANSWERING):
        asked = _text(name.removeprefix(ANSWERING))
        models = {value for key, value in entries.items() if key.startswith("model of ")}
        return "unknown" if asked in models else None
    value = DEFAULTS.get(name.partition(" of ")[0])
    if value is None or value == {}:
        return "not set"
    return _text(json.loads(json.dumps(value), parse_float=_number))


def _text(value: Any) -> str:
    """Return a value as one short line; of a long one, its beginning and its hash."""
    text = _unambiguous(value)
    line = " ".join(text.split())
    if len(line) <= _LONGEST_VALUE:
        return line
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{line[:_LONGEST_VALUE]}… (sha256 {digest[:8]})"


def _unambiguous(value: Any) -> str:
    """Return a text as it is and other values as JSON; a text that is itself JSON, in quotes."""
    if isinstance(value, str):
        try:
            json.loads(value)
        except (ValueError, RecursionError):
            return value
    return json.dumps(value, sort_keys=True)


SILENT = ""
"""In what `answered_by` returns, the key under which the session is in which an episode began that
ended before each of its models had answered."""


def answered_by(
    models: Iterable[tuple[str, str]], session: str | None = None
) -> dict[str, Sequence[str]]:
    """Return the models that answered, as providers named them, by the model that was asked.

    Args:
        models: pairs of the two; an answer without a name is ignored.
        session: where the episode began, if it ended before each of its models had answered.
    """
    found: dict[str, set[str]] = {}
    for asked, answered in models:
        if answered:
            found.setdefault(asked, set()).add(answered)
    named: dict[str, Sequence[str]] = {asked: sorted(found[asked]) for asked in sorted(found)}
    return named if session is None else {SILENT: [session], **named}


@cache
def told(answered: str) -> str:
    """Return the JSON of `answered_by` without the session."""
    return _canonical({asked: m for asked, m in json.loads(answered).items() if asked != SILENT})


_Groups = dict[str, list[set[str]]]
"""The models that answered for each model that was asked; those of a set are not told apart."""


Witnesses = Callable[[int, str, str], Iterable[Sequence[str]]]
"""For a line-up, a session and a model that was asked: what `answered_by` returns, as JSON, for
other episodes of the line-up in which it answered; the most trustworthy ones come first."""


def completed_answers(
    found: Iterable[tuple[int, str]], witnesses: Witnesses = lambda *_: ()
) -> dict[tuple[int, str], str]:
    """Return the models between which each episode tells, completed from the other episodes.

    What an episode says of the models that answered depends on how far it got, and that must not
    tell episodes apart. Therefore:

    - Models that answered in one episode of a line-up are not told apart in the others either: the
      episodes in which only one of them answered may have ended before the other did.
    - An episode that ended before a model had answered says nothing about which would have. If all
      other episodes of the line-up agree on it, it is theirs; else that of the first witnesses who
      know any, if these agree.

    Args:
        found: pairs of a line-up and what `answered_by` returns for its episodes, as JSON.
        witnesses: who is asked where the episodes of a line-up disagree.

    Returns:
        for each pair the completed JSON, without the session.
    """
    pairs = {pair: json.loads(pair[1]) for pair in found}
    line_ups: dict[int, _Groups] = {}
    for (line_up, _), answered in pairs.items():
        _join(line_ups.setdefault(line_up, {}), answered)

    def completed(line_up: int, answered: dict[str, list[str]]) -> str:
        groups = line_ups[line_up]
        known = _agreed(groups) | _told_apart(groups, answered)
        for session in answered.get(SILENT, ()):
            for asked in groups.keys() - known.keys():
                known |= _witnessed(groups, asked, witnesses(line_up, session, asked))
        return _canonical(known)

    return {pair: completed(pair[0], answered) for pair, answered in pairs.items()}


def _witnessed(
    groups: _Groups, asked: str, witnesses: Iterable[Sequence[str]]
) -> dict[str, list[str]]:
    """Return what the first of the witnesses who know a model agree on; empty if they do not."""
    for others in witnesses:
        said: _Groups = {}
        for each in others:
            _join(said, _told_apart(groups, json.loads(each)))
        if asked in said:
            return {asked: sorted(said[asked][0])} if len(said[asked]) == 1 else {}
    return {}


def _join(groups: _Groups, answered: Mapping[str, Sequence[str]]) -> None:
    """Join the models that answered in one episode into one group each."""
    for asked, models in answered.items():
        if asked != SILENT:
            known = groups.setdefault(asked, [])
            shared = [group for group in known if not group.isdisjoint(models)]
            joined = set(models).union(*shared)
            known[:] = [group for group in known if group not in shared] + [joined]


def _agreed(groups: _Groups) -> dict[str, list[str]]:
    return {asked: sorted(known[0]) for asked, known in groups.items() if len(known) == 1}


def _told_apart(groups: _Groups, answered: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return what an episode says, with the models from which its own are not told apart."""
    return {
        asked: sorted(group)
        for asked, models in answered.items()
        for group in groups.get(asked, ())
        if not group.isdisjoint(models)
    }


def _is_default(name: str, value: Any) -> bool:
    return name in DEFAULTS and value == DEFAULTS[name]


def _flat(name: str, value: Any) -> dict[str, Any]:
    """Return a parameter by its name, or one for each leaf of a mapping."""
    if name in NO_PART_OF_A_PLAYER:
        return {}
    if not isinstance(value, Mapping):
        return {} if name.rpartition(".")[2] == _SEED else {name: value}
    found: dict[str, Any] = {}
    for inner, each in value.items():
        found |= _flat(f"{name}.{inner}", each)
    return found


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
