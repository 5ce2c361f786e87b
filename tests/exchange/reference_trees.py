"""Small results trees of the reference, written by hand in each version of its format."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

Said = tuple[str, str, str, Any]
"""From, to, type and content of an event."""
Rounds = Sequence[Sequence[Said]]

EXPERIMENT = {
    "name": "tiny_en",
    "max_turns": 3,
    "describer_initial_prompt": "Describe $TARGET_WORD$ in $N$ tries, without:\n\n$REL_WORD$",
    "guesser_initial_prompt": "Guess in $N$ tries.",
}
INSTANCES = [
    {"game_id": 4, "target_word": "river", "related_word": ["water", "stream", "flow"]},
    {"game_id": 5, "target_word": "candle", "related_word": ["wax", "light", "flame"]},
]
TABOO = {"experiments": [{**EXPERIMENT, "game_instances": INSTANCES}]}


def message(seat: str, text: Any) -> Said:
    """Return an event in which the game master says something."""
    return "GM", seat, "send message", text


def response(seat: str, text: Any) -> Said:
    """Return an event in which a seat answers."""
    return seat, "GM", "get message", text


def note(kind: str, content: Any) -> Said:
    """Return an event in which the game master notes something."""
    return "GM", "GM", kind, content


# Solved in the second round.
WON: Rounds = (
    (
        message("Player 1", "Describe river in 3 tries, without:\n\n- water\n- stream\n- flow"),
        response("Player 1", "CLUE: it runs to the sea"),
        note("valid clue", "it runs to the sea"),
        message("Player 2", "Guess in 3 tries.\n\nCLUE: it runs to the sea"),
        response("Player 2", "GUESS: coast"),
    ),
    (
        message("Player 1", "GUESS: coast"),
        response("Player 1", "CLUE: the Nile is one"),
        message("Player 2", "CLUE: the Nile is one"),
        response("Player 2", "GUESS: river"),
        note("correct guess", "end game"),
    ),
)
WON_SCORES: Mapping[str, Any] = {
    "turn scores": {
        "0": {
            "Accuracy": 0,
            "Request Count": 1,
            "Parsed Request Count": 1,
            "Violated Request Count": 0,
        },
        "1": {
            "Accuracy": 1,
            "Request Count": 1,
            "Parsed Request Count": 1,
            "Violated Request Count": 0,
        },
    },
    "episode scores": {
        "Aborted": 0,
        "Success": 1,
        "Lose": 0,
        "Request Count": 2,
        "Parsed Request Count": 2,
        "Violated Request Count": 0,
        "Request Success Ratio": 1.0,
        "Main Score": 50.0,
        "Repetition-Guesser": 0,
        "Repetition-Describer": 0,
    },
}

# The describer's first response has no tag.
ABORTED: Rounds = (
    (
        message("Player 1", "Describe candle in 3 tries, without:\n\n- wax\n- light\n- flame"),
        response("Player 1", "It burns."),
        note("invalid format", "abort game"),
    ),
)


def turns(rounds: Rounds, *, labelled: bool) -> list[list[dict[str, Any]]]:
    """Return the events as in a log, one per second; labels were introduced with 3.x."""
    found: list[list[dict[str, Any]]] = []
    second = 0
    for events in rounds:
        found.append([])
        for sender, recipient, kind, content in events:
            action: dict[str, Any] = {"type": kind, "content": content}
            if labelled and "message" in kind:
                action["label"] = "context" if sender == "GM" else "response"
            stamp = f"2025-03-01T10:00:{second:02d}.250000"
            event = {"from": sender, "to": recipient, "timestamp": stamp, "action": action}
            found[-1].append(event)
            second += 1
    return found


def write(path: Path, content: Any) -> Path:
    """Write JSON, with bare NaN as in the reference."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), "utf-8")
    return path


def write_line_3(
    root: Path,
    rounds: Rounds = WON,
    *,
    game: str = "taboo",
    game_id: int = 4,
    experiment: Mapping[str, Any] | None = EXPERIMENT,
    instance: Mapping[str, Any] | None = INSTANCES[0],
    scores: Mapping[str, Any] | None = WON_SCORES,
    names: Iterable[str] = ("one-7b", "two-70b"),
    roles: Iterable[str] = ("WordDescriber", "WordGuesser"),
    name: str = "tiny_en",
    **top: Any,
) -> Path:
    """Write an episode like clemcore 3.7; return its folder."""
    names = tuple(names)
    folder = root / "--".join(names) / game / name / f"instance_{game_id:05d}"
    meta = {
        "game_name": game,
        "experiment_name": name,
        "game_id": game_id,
        "results_folder": "--".join(names),
        "clem_version": "3.7.2",
        "round_count": len(rounds),
        "completed": True,
    }
    seats = {
        f"Player {number}": {"game_role": role, "model_name": player}
        for number, (role, player) in enumerate(zip(roles, names, strict=True), 1)
    }
    models = {
        str(number): {
            "model_spec": {"model_name": player, "backend": "openai_compatible"},
            "gen_args": {"temperature": 0.5, "max_tokens": 300},
        }
        for number, player in enumerate(names)
    }
    master = {"GM": {"game_role": "Game Master", "model_name": "programmatic"}}
    log = {
        "meta": meta,
        "player_models": models,
        "players": master | seats,
        "turns": turns(rounds, labelled=True),
        **top,
    }
    write(folder / "interactions.json", log)
    if instance is not None:
        write(folder / "instance.json", instance)
    if experiment is not None:
        run = {"timestamp": "2025-03-01T09:59:00", "game_name": game, "player_models": models}
        write(folder.parent / "experiment.json", {**experiment, **run})
    if scores is not None:
        write(folder / "scores.json", {"meta": meta, "players": log["players"], **scores})
    return folder


def write_line_2(
    root: Path,
    rounds: Rounds = WON,
    *,
    position: int = 0,
    game: str = "taboo",
    experiment: str = "tiny_en",
    scores: Mapping[str, Any] | None = WON_SCORES,
    said: Mapping[str, str] | None = None,
    **top: Any,
) -> Path:
    """Write an episode like the published results of benchmark 2.0; return its folder."""
    pair = "gpt-x-t0.0--gpt-x-t0.0"
    folder = root / "v2.0" / pair / game / f"0_{experiment}" / f"episode_{position}"
    players = {
        "GM": f"Game master for {game}",
        "Player 1": "Describer, gpt-x",
        "Player 2": "Guesser, gpt-x",
    }
    log = {"players": said or players, "turns": turns(rounds, labelled=False), **top}
    write(folder / "interactions.json", log)
    if scores is not None:
        write(folder / "scores.json", scores)
    return folder


def write_line_1(root: Path, rounds: Rounds = WON, *, position: int = 0) -> Path:
    """Write an episode in the layout of the first versions; return its folder."""
    folder = root / "v0.9" / "taboo" / "0_tiny_en" / "gpt-y--gpt-z" / f"episode_{position}"
    players = {
        "GM": "Game master for taboo",
        "Player 1": "Word Describer (gpt-y)",
        "Player 2": "Word Guesser (gpt-z)",
    }
    write(
        folder / "interactions.json",
        {"players": players, "turns": turns(rounds, labelled=False)},
    )
    write(folder / "scores.json", WON_SCORES)
    return folder


def instance_file(folder: Path, content: Mapping[str, Any] = TABOO) -> Path:
    """Write an instance file in the reference's format."""
    return write(folder / "instances_v2.0.json", content)


def with_scores(scores: Mapping[str, Any], **episode: Any) -> dict[str, Any]:
    """Return scores with other values for the episode; ``_`` in a name stands for a space."""
    other = {name.replace("_", " "): value for name, value in episode.items()}
    return {**scores, "episode scores": {**scores["episode scores"], **other}}
