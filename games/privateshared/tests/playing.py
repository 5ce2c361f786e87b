"""A short episode that tests play: two slots, with what is said of them by name."""

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


def journey(**data: Any) -> Episode:
    """An episode with five slots, asked for in `ORDER`, before the first probe."""
    task: Mapping[str, Any] = {
        "slots": [list(pair) for pair in SHEET.items()],
        "request_order": list(ORDER),
        "requests": dict.fromkeys(SHEET, 0),
        "probes": [[[slot, 0] for slot in SHEET] for _ in range(len(SHEET) + 1)],
    }
    return episode("privateshared", data={**task, **data}, parameters={"domain": "travel-booking"})


def probed(played: Episode) -> list[list[dict[str, Any]]]:
    """The probing rounds so far, as they are recorded."""
    master: Any = played.master
    rounds: list[list[dict[str, Any]]] = master.probes
    return rounds


def truly(played: Episode) -> None:
    """Answer the probes of a round as it is: what was asked for is known."""
    for truth in [probe["gt"] for probe in probed(played)[-1]]:
        played.say(YES if truth else NO)


def answered(played: Episode, *answers: str) -> Episode:
    """Answer requests with these texts, and every probe truly, from the opening probes on."""
    truly(played)
    for answer in answers:
        played.say(answer)
        if not played.is_over() and played.request.purpose == "side question":
            truly(played)
    return played


def right(*, but: Mapping[str, str] | None = None) -> list[str]:
    """An answer for each slot in the order of the requests; others for some of them."""
    return [(but or {}).get(slot, f"ANSWER: {SHEET[slot]}.") for slot in ORDER]
