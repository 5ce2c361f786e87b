"""Replaying given responses: no player is asked and nothing is recorded."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.engine import (
    Experiment,
    Game,
    Instance,
    Message,
    Replay,
    Texts,
    feed,
    reference_log,
)
from clemtui.engine.scores import finite
from clemtui.episode.errors import PlayError, UsageError
from clemtui.episode.planning.checkout_files import official_file
from clemtui.episode.planning.plan import Choices, find_instance
from clemtui.files import read_text

Responses = Mapping[str, Sequence[str]]
InstanceReader = Callable[[str, str], tuple[Experiment, ...]]


def replay_report(
    game: Game, instance: Instance, texts: Texts, responses: Responses
) -> dict[str, Any]:
    """Feed responses verbatim to the game master, without a limit, and report the result.

    Flags are 1, 0 or None, NaN becomes None, and scores have the reference's names. If the
    responses end too early, the state is ``running``, with flags and scores None.
    """
    play = feed(game, instance, texts, responses)
    master = play.master
    report: dict[str, Any] = {
        "game": instance.game,
        "experiment": instance.experiment,
        "game_id": instance.game_id,
        **_result(game, play),
        "rounds": master.rounds,
        "requests": [
            {
                "seat": exchange.request.seat,
                "role": exchange.request.role,
                "messages": [_message(message) for message in exchange.request.messages],
                "response": exchange.response.text,
            }
            for exchange in play.exchanges
        ],
        "log": reference_log(master.events),
        "interaction_keys": master.keys,
    }
    return report


def _message(message: Message) -> dict[str, str]:
    """Return a message as the reference writes it."""
    shown = {"role": str(message.role), "content": message.text}
    return shown if message.label is None else {**shown, "label": message.label}


def _result(game: Game, play: Replay) -> dict[str, Any]:
    if not play.master.finished:
        names = ("outcome", "aborted", "success", "lose", "main_score")
        return {"state": "running", **dict.fromkeys((*names, "episode_scores", "turn_scores"))}
    scores = game.score(play.master)
    return {
        "state": "finished",
        "outcome": scores.outcome,
        "aborted": scores.aborted,
        "success": scores.success,
        "lose": scores.lose,
        "main_score": finite(scores.main_score),
        "episode_scores": {name: finite(score) for name, score in scores.episode.items()},
        "turn_scores": {
            turn: {name: finite(score) for name, score in named.items()}
            for turn, named in scores.turns.items()
        },
    }


def responses_from(document: Any, place: str) -> Responses:
    """Return responses by seat.

    The document is ``{"Player 1": [...]}`` or ``[{"seat": ..., "text": ...}, ...]``; ``place``
    names the file, and the line, in the error.

    Raises:
        UsageError: if the document has neither form.
    """
    if isinstance(document, dict):
        texts = list(document.values())
        if all(isinstance(t, list) and all(isinstance(x, str) for x in t) for t in texts):
            return document
    elif isinstance(document, list):
        by_seat: dict[str, list[str]] = {}
        for item in document:
            if not (
                isinstance(item, dict)
                and isinstance(item.get("seat"), str)
                and isinstance(item.get("text"), str)
            ):
                break
            by_seat.setdefault(item["seat"], []).append(item["text"])
        else:
            return by_seat
    raise UsageError(
        place
        + (
            ': responses must be {"Player 1": ["...", ...], ...} or [{"seat": "Player 1", '
            '"text": "..."}, ...]'
        )
    )


def replay_file(catalogue: Catalogue, choices: Choices, responses: Path) -> dict[str, Any]:
    """Replay the responses in a file on a chosen instance.

    Raises:
        UsageError: if something that was named does not exist, or the file has another form.
        PlayError: if the file cannot be read.
    """
    try:
        game = catalogue.game(choices.game)
        instance = find_instance(catalogue, choices)
        texts = catalogue.texts(instance, choices.language)
    except CatalogueError as error:
        raise UsageError(str(error)) from None
    document = _json(_text(responses), str(responses))
    return replay_report(game, instance, texts, responses_from(document, str(responses)))


def replay_cases(
    catalogue: Catalogue, cases: Path, clembench: Path | None = None
) -> Iterator[dict[str, Any]]:
    """Replay every line of a file of cases, in one process; each result repeats the case's name.

    A case is ``{name, game, instances, experiment, game_id, responses}``; ``instances`` is a path,
    or the bare name of a file of the clembench checkout. A case that cannot be replayed gives
    ``{name, error}``.

    Raises:
        PlayError: if the file of cases cannot be read.
    """
    read = _instance_reader(catalogue, clembench)
    for number, line in enumerate(_text(cases).split("\n"), 1):
        if not line.strip():
            continue
        place = f"{cases}, line {number}"
        name = None
        try:
            case = _json(line, place)
            name = case.get("name") if isinstance(case, dict) else None
            yield {"name": name, **_replay_case(catalogue, case, read, place)}
        except (PlayError, CatalogueError) as error:
            yield {"name": name, "error": str(error)}


def _replay_case(
    catalogue: Catalogue, case: Any, read: InstanceReader, place: str
) -> dict[str, Any]:
    wanted = {"game": str, "instances": str, "experiment": str, "game_id": int}
    if not isinstance(case, dict):
        raise UsageError(f"{place}: a case must be an object")
    for name, kind in wanted.items():
        if not isinstance(case.get(name), kind) or isinstance(case[name], bool):
            raise UsageError(f"{place}: {name!r} is missing or not of type {kind.__name__}")
    game = catalogue.game(case["game"])
    experiments = read(case["game"], case["instances"])
    instance = catalogue.instance(experiments, case["experiment"], case["game_id"])
    texts = catalogue.texts(instance, None)
    return replay_report(game, instance, texts, responses_from(case.get("responses"), place))


def _instance_reader(catalogue: Catalogue, clembench: Path | None) -> InstanceReader:
    @lru_cache(maxsize=64)
    def read(game: str, name: str) -> tuple[Experiment, ...]:
        path = official_file(game, Path(name), clembench)
        assert path is not None  # it has a name
        return catalogue.read_instances(game, path)

    return read


def _text(path: Path) -> str:
    try:
        return read_text(path)
    except FileNotFoundError:
        raise UsageError(f"file not found: {path}") from None
    except OSError as error:
        raise PlayError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise PlayError(f"{path} is not UTF-8 text") from None


def _json(text: str, place: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{place}: not JSON: {error}") from None
