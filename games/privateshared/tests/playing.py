"""A short episode for tests, with five slots, and helpers to play it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.episodes import Episode, episode

ORDER = ("transport", "date", "class", "destination", "origin")
SHEET = {
    "origin": "Bergen",
    "destination": "Oslo",
    "transport": "ferry",
    "class": "premium",
    "date": "at Easter",
}
NO, YES = "ASIDE: no", "ASIDE: yes"


def travel_episode(**data: Any) -> Episode:
    """Start an episode with five slots, asked for in `ORDER`, before the first probe."""
    task: Mapping[str, Any] = {
        "slots": [list(pair) for pair in SHEET.items()],
        "request_order": list(ORDER),
        "requests": dict.fromkeys(SHEET, 0),
        "probes": [[[slot, 0] for slot in SHEET] for _ in range(len(SHEET) + 1)],
    }
    return episode("privateshared", data={**task, **data}, parameters={"domain": "travel-booking"})


def probed(played: Episode) -> list[list[dict[str, Any]]]:
    """Return the probing rounds so far, as recorded."""
    master: Any = played.master
    rounds: list[list[dict[str, Any]]] = master.probes
    return rounds


def answer_probes_correctly(played: Episode) -> None:
    """Answer the probes of a round correctly: yes for known slots, no for all others."""
    for truth in [probe["gt"] for probe in probed(played)[-1]]:
        played.say(YES if truth else NO)


def play_answers(played: Episode, *answers: str) -> Episode:
    """Answer requests with these texts and every probe correctly, including the opening ones."""
    answer_probes_correctly(played)
    for answer in answers:
        played.say(answer)
        if not played.is_over() and played.request.purpose == "side question":
            answer_probes_correctly(played)
    return played


def correct_answers(*, but: Mapping[str, str] | None = None) -> list[str]:
    """Return an answer for each slot in the order of the requests, with exceptions in ``but``."""
    return [(but or {}).get(slot, f"ANSWER: {SHEET[slot]}.") for slot in ORDER]
