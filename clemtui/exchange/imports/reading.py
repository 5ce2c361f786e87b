"""Reading an episode's folder, as written by the lines 1.x, 2.x and 3.x of the reference."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, TypeVar

from clemtui.engine import MAIN_SCORE, Flag, Score, Scores
from clemtui.exchange.imports.calls import read_calls
from clemtui.exchange.imports.logged import PSEUDO, LoggedCall, LoggedEpisode, LoggedEvent
from clemtui.exchange.imports.own.export import read_own_export
from clemtui.exchange.imports.players import finite, read_players
from clemtui.exchange.imports.results_tree import (
    LOG,
    PathNames,
    UnreadableEpisode,
    in_utc,
    parse_timestamp,
    path_names,
    read_json,
    read_shared_json,
    without_number,
)
from clemtui.store.ids import derived_id

T = TypeVar("T")

_LOG_FIELDS = frozenset({"meta", "players", "player_models", "turns"})
_LARGEST = 2**63 - 1
_IDENTIFYING_NAMES = 4
"""Number of final path components that identify an episode: models, game, experiment, episode."""


def read_episode(
    folder: Path, root: Path, known_games: frozenset[str] = frozenset()
) -> LoggedEpisode:
    """Read an episode's folder.

    Args:
        folder: contains ``interactions.json``.
        root: the results folder; the episode's path is relative to it.
        known_games: names of games, to find the game in an unusual path.

    Raises:
        UnreadableEpisode: in one line, if there is no readable log. Problems with the other files
            are described in the episode's ``notes``.
    """
    folder = folder.absolute()
    log, digest = read_json(folder / LOG)
    if not isinstance(log, dict):
        raise UnreadableEpisode(f"{LOG} must be an object")
    meta = log["meta"] if isinstance(log.get("meta"), dict) else {}
    own = read_own_export(meta)
    files, notes = {LOG: digest}, list(own.problems if own else ())
    names = path_names(folder, known_games)
    game = _text(meta, "game_name") or names.game
    events = tuple(with_inserted_labels(game, _events(log.get("turns"))))
    instance = _optional_object(folder / "instance.json", files, notes)
    experiment = _optional_object(_experiment_file(folder.parent), files, notes, read_shared_json)
    run = _optional_object(_run_file(folder), files, notes, read_shared_json)
    completed = _optional_object(folder / "completed.json", files, notes)
    models = finite(log.get("player_models"))
    if models != log.get("player_models"):
        notes.append(f"{LOG}: 'player_models' has numbers that JSON lacks; they are kept as text")
    game_id, position = _number(meta, instance, names.number, is_position=names.is_position)
    framework = _text(meta, "clem_version") or _text(run, "clem_version")
    line = int(framework[0]) if framework[:1].isdecimal() else names.line
    return LoggedEpisode(
        folder=folder,
        path=folder.relative_to(root.absolute()).as_posix(),
        id=own.episode if own else episode_id(folder, names, log, instance, _start(events)),
        identity=_identity(folder, digest),
        line=line,
        version=_version(framework, names.version),
        game=game,
        experiment=_text(meta, "experiment_name")
        or _text(experiment, "name")
        or without_number(names.experiment),
        game_id=game_id,
        position=position,
        language=(own and own.language) or _text(instance, "lang") or names.language,
        players=read_players(log.get("players"), models, names.models, events),
        events=events,
        calls=_calls(folder, files, notes),
        keys={key: value for key, value in log.items() if key not in _LOG_FIELDS},
        own=own,
        ended_at=parse_timestamp(_text(completed, "timestamp")),
        completed=meta.get("completed") is not False,
        scores=_scores(_optional_object(folder / "scores.json", files, notes), notes),
        instance=instance,
        experiment_data=experiment,
        files=files,
        notes=tuple(notes),
    )


def _start(events: Iterable[LoggedEvent]) -> datetime | None:
    return next((event.at for event in events if event.at is not None), None)


def _events(turns: Any) -> list[LoggedEvent]:
    if not isinstance(turns, list):
        raise UnreadableEpisode(f"{LOG}: 'turns' must be a list of rounds")
    found = []
    for number, events in enumerate(turns):
        if not isinstance(events, list):
            raise UnreadableEpisode(f"{LOG}: round {number} must be a list of events")
        found += [_event(number, event) for event in events]
    return found


def with_inserted_labels(game: str, events: list[LoggedEvent]) -> list[LoggedEvent]:
    """Label the events that no one said, which versions before 3 do not label.

    In privateshared, the answerer's first "Ok." is added to its history by the game master.
    """
    if game != "privateshared" or any(event.label is not None for event in events):
        return events
    talk = [place for place, event in enumerate(events) if event.is_message or event.is_response]
    if len(talk) < 2 or events[talk[1]].text != "Ok." or not events[talk[1]].is_response:
        return events
    return [
        replace(event, label=PSEUDO) if place in talk[:2] else event
        for place, event in enumerate(events)
    ]


def _event(number: int, event: Any) -> LoggedEvent:
    action = event.get("action") if isinstance(event, dict) else None
    if not isinstance(action, dict):
        raise UnreadableEpisode(f"{LOG}: an event of round {number} has no 'action'")
    ends = event.get("from"), event.get("to"), action.get("type")
    if not all(isinstance(each, str) for each in ends):
        raise UnreadableEpisode(
            f"{LOG}: an event of round {number} must have 'from', 'to' and 'type'"
        )
    label = action.get("label")
    return LoggedEvent(
        round=number,
        sender=str(ends[0]),
        recipient=str(ends[1]),
        kind=str(ends[2]),
        content=action.get("content"),
        label=label if isinstance(label, str) else None,
        at=parse_timestamp(event.get("timestamp")),
    )


def _calls(
    folder: Path, files: dict[str, str], notes: list[str]
) -> dict[str, tuple[LoggedCall, ...]]:
    found = {}
    for path in sorted(folder.glob("player_*.requests.json")):
        content = _optional_object(path, files, notes)
        if content is None:
            continue
        try:
            seat, calls = read_calls(content, path.name, notes)
        except UnreadableEpisode as error:
            notes.append(str(error))
        else:
            found[seat] = calls
    return found


def _optional_object(
    path: Path,
    files: dict[str, str],
    notes: list[str],
    read: Callable[[Path], tuple[Any, str]] = read_json,
) -> dict[str, Any] | None:
    """Return the object in a file that may be missing; None, with a note, if it cannot be read."""
    if not path.is_file():
        return None
    try:
        content, digest = read(path)
    except UnreadableEpisode as error:
        notes.append(str(error))
        return None
    if not isinstance(content, dict):
        notes.append(f"{path.name} must be an object")
        return None
    files[path.name] = digest
    return content


def _experiment_file(folder: Path) -> Path:
    """Return the experiment's file, which was called by the experiment's name before 3.x."""
    path = folder / "experiment.json"
    if path.is_file():
        return path
    return next(iter(sorted(folder.glob("experiment_*.json"))), path)


def _run_file(folder: Path) -> Path:
    """Return the file of the whole run, above the game: two or more levels above the episode."""
    above = [parent / "run.json" for parent in folder.parents[:4]]
    return next((path for path in above if path.is_file()), folder / "run.json")


def _number(
    meta: Mapping[str, Any],
    instance: Mapping[str, Any] | None,
    in_path: int | None,
    *,
    is_position: bool,
) -> tuple[int | None, int | None]:
    """Return the game id and the position of the instance, as far as each is known."""
    position = in_path if is_position and "game_id" not in meta else None
    for source in (meta, instance or {}):
        value = source.get("game_id")
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST:
            return value, position
    return (None if is_position else in_path), position


def _version(framework: str, benchmark: str | None) -> str:
    if framework:
        return f"clemcore-{framework}"
    return f"clembench-{benchmark}" if benchmark else "clembench"


def _scores(content: Mapping[str, Any] | None, notes: list[str]) -> Scores | None:
    if content is None:
        return None
    episode = content.get("episode scores")
    if not isinstance(episode, dict):
        notes.append("scores.json has no 'episode scores'")
        return None
    turns = content.get("turn scores", content.get("round scores"))
    seats = content.get("seat scores")
    return Scores(
        aborted=_flag(episode, "Aborted"),
        success=_flag(episode, "Success"),
        lose=_flag(episode, "Lose"),
        episode={MAIN_SCORE: None, **_numbers(episode)},
        turns={
            str(turn): _numbers(named)
            for turn, named in (turns.items() if isinstance(turns, dict) else ())
            if isinstance(named, dict)
        },
        seats={
            seat: _numbers(named)
            for seat, named in (seats.items() if isinstance(seats, dict) else ())
            if isinstance(named, dict)
        },
    )


def _numbers(scores: Mapping[str, Any]) -> dict[str, Score]:
    """Return the scores that are numbers; NaN and infinity become None. (Some games have lists.)"""
    found: dict[str, Score] = {}
    for name, value in scores.items():
        if isinstance(value, float):
            found[name] = value if math.isfinite(value) else None
        elif isinstance(value, int) and abs(value) <= _LARGEST:
            found[name] = int(value)
        elif value is None:
            found[name] = None
    return found


def _flag(scores: Mapping[str, Any], name: str) -> Flag:
    flags: dict[object, Literal[0, 1]] = {0: 0, 1: 1}
    value = scores.get(name)
    return flags.get(value) if isinstance(value, int | float) else None


def episode_id(
    folder: Path,
    names: PathNames,
    log: Mapping[str, Any],
    instance: Mapping[str, Any] | None,
    at: datetime | None,
) -> str:
    """Return the id of a logged episode, the same in every database; ids sort by time of play.

    It is made from the content of the log (with its times) and of ``instance.json``, and from the
    names of the players, game, experiment and episode in the path; not from the bytes of the files.
    """
    path = [names.models, names.epoch, names.game, names.experiment, folder.name]
    content = json.dumps([log, instance, path], sort_keys=True, separators=(",", ":"))
    since_1970 = 0 if at is None else in_utc(at).timestamp()
    return derived_id(int(since_1970 * 1000), sha256(content.encode()).digest())


def _identity(folder: Path, digest: str) -> str:
    names = "/".join(
        [*(parent.name for parent in folder.parents[: _IDENTIFYING_NAMES - 1]), folder.name]
    )
    return sha256(f"{digest} {names}".encode("utf-8", "surrogatepass")).hexdigest()


def _text(data: Mapping[str, Any] | None, name: str) -> str:
    value = None if data is None else data.get(name)
    return value if isinstance(value, str) else ""
