"""The files of one episode in the reference's form, as JSON-like data (3.7 line of its framework).

Fields, their order and their types are the reference's own. What it has no field for is under
``clemtui`` in ``meta``, and in the ``model_spec`` of each player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from clemtui import __version__
from clemtui.engine import MAIN_SCORE, Game, Instance, ReferenceFiles, Score, original_files
from clemtui.exchange.exports.log import (
    PROGRAMMATIC,
    ReplayedEpisode,
    calls,
    ended_by,
    events_by_round,
    iso,
    json_safe,
    programmatic_calls,
)
from clemtui.records.rows import (
    IMPORTED_TAG,
    NOT_RESCORED_TAG,
    SeatAssignment,
    StoredEpisode,
    StoredScores,
)

FORMAT = "3.7.2"
"""The version of the reference's framework that has this format."""

UNSHARED_TAGS = frozenset({"run-arguments", IMPORTED_TAG, NOT_RESCORED_TAG})
"""Tags that are omitted, as trees are shared: one from older versions that may contain paths of
this machine, and those by which an import marks what it did here."""

_BACKENDS = {"human": "_player_human", "scripted": "_player_programmed", "model": "litellm"}
_GENERATION = ("temperature", "max_tokens")


@dataclass(frozen=True, slots=True)
class EpisodePlace:
    """The place of an episode: its folder, relative to the tree, and its players' names by seat."""

    path: PurePosixPath
    names: Mapping[str, str]

    @property
    def experiment(self) -> PurePosixPath:
        """The folder of its experiment."""
        return self.path.parent

    @property
    def players(self) -> PurePosixPath:
        """The folder of its players."""
        return self.path.parents[2]


def reference_files(game: Game, episode: StoredEpisode) -> ReferenceFiles:
    """Return the instance in the reference's form: from its own file, or converted by the game."""
    files = original_files(episode.instance)
    return files or game.reference_files(episode.instance, episode.texts)


def player_seats(episode: StoredEpisode) -> tuple[SeatAssignment, ...]:
    """Return the seats of players, in order; services are part of the rules."""
    return tuple(each for each in episode.summary.seats if each.kind != "service")


def player_name(seat: SeatAssignment, people: Mapping[str, str]) -> str:
    """Return a person's pseudonym, or the name of a model or scripted player."""
    return people[seat.seat] if seat.kind == "human" else seat.player


def pseudonyms(episode: StoredEpisode) -> dict[str, str]:
    """Return the pseudonyms of people by seat; ``human`` for a person whom the record does not
    name."""
    named = iter(episode.summary.people)
    return {
        seat.seat: next(named, seat.player) if seat.person is not None else seat.player
        for seat in episode.summary.seats
        if seat.kind == "human"
    }


def episode_files(
    game: Game, played: ReplayedEpisode, place: EpisodePlace, scored: StoredScores
) -> dict[str, Any]:
    """Return the files in an episode's folder, by name."""
    stored = played.stored
    seats = player_seats(stored)
    people = pseudonyms(stored)
    models = {
        str(number): _model(seat, place.names[seat.seat], player_name(seat, people), stored)
        for number, seat in enumerate(seats)
    }
    meta = _meta(played, place, scored)
    players = _players(game, stored, place)
    found = {
        "instance.json": json_safe(reference_files(game, stored).instance),
        "interactions.json": {
            "meta": meta,
            "player_models": models,
            "players": players,
            "turns": events_by_round(played),
            **json_safe(played.keys),
        },
        "scores.json": _scores(scored, meta, players, models),
        "completed.json": {"timestamp": iso(stored.ended_at or stored.summary.created_at)},
    }
    said = {
        **{each.seat: calls(played, each.seat, place.names[each.seat]) for each in seats},
        **{name: programmatic_calls(played, name) for name in game.programmatic},
    }
    for name, of_seat in said.items():
        if of_seat:
            file = f"{'_'.join(name.lower().split())}.requests.json"
            found[file] = {"meta": _call_meta(meta, name, players[name]), "calls": of_seat}
    return found


def _meta(played: ReplayedEpisode, place: EpisodePlace, scored: StoredScores) -> dict[str, Any]:
    stored = played.stored
    summary = stored.summary
    return {
        "game_name": summary.game,
        "experiment_name": json_safe(summary.experiment),
        "game_id": summary.game_id,
        "results_folder": place.players.name,
        "clem_version": FORMAT,
        "round_count": played.rounds,
        "completed": True,
        "clemtui": json_safe(
            {
                "version": __version__,
                "episode": summary.id,
                "game_version": summary.game_version,
                "rules_hash": stored.rules_hash,
                "scorer": scored.scorer,
                "scorer_rules_hash": scored.rules_hash,
                "language": summary.language,
                "task_key": summary.task_key,
                "instance_hash": summary.instance_hash,
                "instance_origin": stored.instance.origin,
                "instance": _instance(stored.instance),
                "condition": stored.condition,
                "answering_models": dict(played.answering),
                "tags": {k: v for k, v in summary.tags.items() if k not in UNSHARED_TAGS},
                "decisions": _decisions(played),
                "met": _met(played),
                "started_at": iso(summary.created_at),
                "time_known": summary.time_known,
                "ended_by": ended_by(played),
                "end_reason": stored.end_reason or "",
            }
        ),
    }


def _decisions(played: ReplayedEpisode) -> list[dict[str, Any]]:
    """Return the decisions on the tags that are shared."""
    names = ("id", "key", "value", "author", "reason", "at")
    return [
        {
            **{name: getattr(each, name) for name in names},
            "decision": "revoked" if each.revoked else "added",
            "person": played.authors.get(each.author),
        }
        for each in played.stored.decisions
        if each.key not in UNSHARED_TAGS
    ]


def _met(played: ReplayedEpisode) -> list[dict[str, Any]]:
    """Return how the people in its seats know the exposure key of the episode."""
    seats = {each.person: each.seat for each in played.stored.summary.seats if each.person}
    names = ("id", "kind", "task_key", "exposure_key", "instance_hash", "episode", "at")
    return [
        {"seat": seats[each.person], **{name: getattr(each, name) for name in names}}
        for each in played.met
    ]


def _instance(instance: Instance) -> dict[str, Any]:
    """Return the instance as recorded; the reference's form of it does not have everything.

    Long lists are referred to by hash, and are in the experiment's file.
    """
    return {key: each for key, each in instance.to_json().items() if key != "original"}


def _call_meta(meta: Mapping[str, Any], seat: str, player: Mapping[str, str]) -> dict[str, Any]:
    return {
        **{name: meta[name] for name in ("game_name", "experiment_name", "game_id")},
        "player_name": seat,
        **player,
        "round_count": meta["round_count"],
        "completed": True,
    }


def _players(game: Game, stored: StoredEpisode, place: EpisodePlace) -> dict[str, dict[str, str]]:
    found = {"GM": {"game_role": "Game Master", "model_name": PROGRAMMATIC}}
    for seat in stored.summary.seats:
        name = place.names.get(seat.seat, PROGRAMMATIC)
        found[seat.seat] = {"game_role": json_safe(seat.role), "model_name": name}
    for name, role in game.programmatic.items():
        found.setdefault(name, {"game_role": role, "model_name": PROGRAMMATIC})
    return found


def _model(
    seat: SeatAssignment, model_name: str, player: str, stored: StoredEpisode
) -> dict[str, Any]:
    parameters = dict(seat.parameters)
    generation = {name: parameters.get(name) for name in _GENERATION if name in parameters}
    told: dict[str, Any] = {"player": player, "kind": seat.kind, "seat": seat.seat}
    told |= {"role": seat.role, "condition": stored.condition}
    if seat.person is not None:
        told["person"] = seat.person
    if seat.seed is not None:
        told["seed"] = seat.seed
    if others := {key: each for key, each in parameters.items() if key not in _GENERATION}:
        told["parameters"] = others
    spec = {"model_name": model_name, "backend": _BACKENDS[seat.kind], "clemtui": json_safe(told)}
    return {"model_spec": spec, "gen_args": json_safe(generation)}


def _scores(
    scored: StoredScores, meta: Any, players: Any, models: Mapping[str, Any]
) -> dict[str, Any]:
    scores = scored.scores
    # Every table needs the flags; the reference's games have them among their scores.
    flags = {"Aborted": scores.aborted, "Success": scores.success, "Lose": scores.lose}
    episode = {**scores.episode, **{k: v for k, v in flags.items() if k not in scores.episode}}
    episode.setdefault(MAIN_SCORE, None)
    found: dict[str, Any] = {
        "meta": meta,
        "players": players,
        "turn scores": {turn: _numbers(named) for turn, named in scores.turns.items()},
        "episode scores": _numbers(episode),
        "player_models": models,
    }
    if scores.seats:
        found["seat scores"] = {seat: _numbers(named) for seat, named in scores.seats.items()}
    return found


def _numbers(named: Mapping[str, Score]) -> dict[str, float | int]:
    """Return scores as the reference writes them, with NaN for None."""
    return {name: float("nan") if score is None else score for name, score in named.items()}


def common_entries(dictionaries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what some nested dictionaries have in common, in the order of the first."""
    first, *others = dictionaries
    found: dict[str, Any] = {}
    for key, value in first.items():
        if not all(key in other for other in others):
            continue
        theirs = [other[key] for other in others]
        if all(each == value for each in theirs):
            found[key] = value
        elif isinstance(value, Mapping) and all(isinstance(each, Mapping) for each in theirs):
            found[key] = common_entries([value, *theirs])
    return found


def experiment_file(
    files: ReferenceFiles, game: str, timestamp: str, models: Mapping[str, Any]
) -> dict[str, Any]:
    """Return ``experiment.json``, which is shared by all episodes of an experiment."""
    return {
        **json_safe(files.experiment),
        "timestamp": timestamp,
        "game_name": game,
        "player_models": models,
    }
