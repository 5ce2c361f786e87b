"""Golden transcripts: one complete episode per game and language, as reviewable text.

A transcript contains the responses of the scripted players, and every request, event and score that
the rules derive from them. A test replays the responses and fails if rules or wording have changed.
If the change was intended, regenerate the transcripts and review the diff:

    python -m tests.support.golden            # every game and language
    python -m tests.support.golden wordle     # one game
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from clemtui.catalogue import open_catalogue
from clemtui.engine import Event, Instance, Response
from tests.support.episodes import Episode
from tests.support.paths import ROOT

#: The longest scripted episode among this many first instances is kept, as it covers the most.
CANDIDATES = 20


def golden_path(game_id: str, language: str) -> Path:
    """Return the path of the transcript of a game and language."""
    family = open_catalogue().family(game_id).id
    return ROOT / "games" / family / "tests" / "golden" / f"{game_id}_{language}.json"


def replayed(golden: dict[str, Any]) -> dict[str, Any]:
    """Return the transcript that the current rules and texts give for the same responses."""
    instances = open_catalogue().experiments(golden["game"], golden["language"])
    task = golden["instance"]
    instance = replace(instances[0].instances[0], data=task["data"], parameters=task["parameters"])
    responses = [turn["response"] for turn in golden["turns"]]
    return _transcript(instance, golden["language"], responses)


def _transcript(
    instance: Instance, language: str, responses: list[str] | None = None
) -> dict[str, Any]:
    """Return a transcript of the given responses, or of the scripted players' if None."""
    catalogue = open_catalogue()
    texts = catalogue.texts(instance, language)
    played = Episode(catalogue.game(instance.game), instance, texts)
    seats = {seat.name for seat in played.game.card.seats}
    players = {seat: played.game.scripted(seat, language, 0) for seat in seats}
    turns: list[dict[str, Any]] = []
    said = iter(responses or ())
    while not played.is_over():
        request = played.request
        if responses is None:
            view = played.master.view(request.seat)
            text = players[request.seat].respond(request, view)
        else:
            text = next(said)
        events = played.master.submit(Response.of(request.id, text))
        turns.append(
            {
                "seat": request.seat,
                "new": [{"role": m.role, "text": m.text} for m in request.new_messages],
                "response": text,
                "events": [_event(event) for event in events],
            }
        )
    scores = played.scores
    return {
        "game": instance.game,
        "language": language,
        "instance": {"data": instance.data, "parameters": instance.parameters},
        "turns": turns,
        "keys": played.master.keys,
        "scores": {
            "aborted": scores.aborted,
            "success": scores.success,
            "lose": scores.lose,
            "episode": scores.episode,
            "turns": scores.turns,
        },
    }


def _event(event: Event) -> dict[str, Any]:
    """Return an event without what the turn already contains; ``for`` is who may see it."""
    return {
        "round": event.round,
        "kind": event.kind,
        "content": event.content,
        "for": sorted(event.audience),
        "logged": event.logged,
        "said": {event.said.id: event.said.values} if event.said else None,
    }


def _write(game_id: str) -> None:
    catalogue = open_catalogue()
    for language in catalogue.languages(game_id):
        path = golden_path(game_id, language)
        if not path.exists():  # not every language has one; an empty file adds one
            continue
        experiment = catalogue.experiments(game_id, language)[0]
        transcripts = [
            _transcript(instance, language) for instance in experiment.instances[:CANDIDATES]
        ]
        longest = max(transcripts, key=lambda transcript: len(transcript["turns"]))
        path.write_text(json.dumps(longest, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    for game in sys.argv[1:] or [card.id for card in open_catalogue().cards]:
        _write(game)
