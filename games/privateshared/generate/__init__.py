"""Generate instances from a seed: slot values, the order of requests, and their wordings.

The draws do not depend on the language: an instance in one language is the same task as in another,
with its values translated.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from clemtui.engine import ByLanguage, Game, Instance

from ..domains import DOMAINS, WORDINGS_PER_SLOT

# : The seed of the instances shipped with the game.
SHIPPED_SEED = 11

# : The number of instances per experiment, as in the reference.
INSTANCES = 10


NUMBERS = "letter-number"
FOLDER = Path(__file__).resolve().parent / "data" / "values"
Values = Mapping[str, Mapping[str, Sequence[str]]]

VALUES: Mapping[str, Values] = ByLanguage(FOLDER, dict)
"""The possible values by language, domain and slot.

Values at the same position in two languages are translations of each other.
"""

T = TypeVar("T")


def generate(language: str, seed: int) -> dict[str, Any]:
    """Return a complete instance file: one experiment for each domain.

    Raises:
        LookupError: if there are no values for the language.
    """
    return {
        "experiments": [
            {
                "name": domain,
                "language": language,
                "seed": seed,
                "domain": domain,
                "game_instances": [
                    _instance(domain, language, seed, game_id) for game_id in range(INSTANCES)
                ],
            }
            for domain in DOMAINS
        ]
    }


def generate_one(language: str, seed: int) -> tuple[str, dict[str, Any]]:
    """Return a domain and a single instance of it; the seed also chooses the domain.

    Raises:
        LookupError: if there are no values for the language.
    """
    domain = _shuffled(tuple(DOMAINS), f"{seed} domain")[0]
    return domain, _instance(domain, language, seed, None)


def _instance(domain: str, language: str, seed: int, game_id: int | None) -> dict[str, Any]:
    key = f"{seed} {domain} {'one' if game_id is None else game_id}"
    slots = DOMAINS[domain]
    return {
        "game_id": game_id or 0,
        "task": f"privateshared:{key.replace(' ', ':')}",
        "slots": [[slot, value] for slot, value in _values(domain, language, key).items()],
        "request_order": _shuffled(slots, f"{key} order"),
        "requests": {slot: _pick_wording(f"{key} request {slot}") for slot in slots},
        "probes": [
            [[slot, _pick_wording(f"{key} probe {number} {slot}")] for slot in slots]
            for number in range(len(slots) + 1)
        ],
    }


def _values(domain: str, language: str, key: str) -> dict[str, str]:
    slots = DOMAINS[domain]
    if language not in VALUES:
        raise LookupError(f"no values for the language {language!r}")
    if domain == NUMBERS:
        numbers = _numbers(len(slots), f"{key} numbers")
        return dict(zip(slots, numbers, strict=True))
    known = VALUES[language][domain]
    return {slot: known[slot][_number(f"{key} value {slot}") % len(known[slot])] for slot in slots}


def _numbers(count: int, key: str) -> list[str]:
    """Return different four-digit numbers; none contains another since their length is equal."""
    found: dict[str, None] = {}
    at = 0
    while len(found) < count:
        found[str(1000 + _number(f"{key} {at}") % 9000)] = None
        at += 1
    return list(found)


def _pick_wording(key: str) -> int:
    return _number(key) % WORDINGS_PER_SLOT


def _shuffled(items: Sequence[T], key: str) -> list[T]:
    """Return the items in an order that depends only on the key, not on the Python version."""
    return sorted(items, key=lambda item: _number(f"{key} {item}"))


def _number(key: str) -> int:
    return int(hashlib.sha256(key.encode()).hexdigest(), 16)


def instance(game: Game, language: str, seed: int) -> Instance:
    """Create an instance.

    Raises:
        LookupError: if there are no values for the language.
    """
    domain, task = generate_one(language, seed)
    return Instance(
        game=game.card.id,
        experiment="generated",
        game_id=seed,
        data={name: task[name] for name in ("slots", "request_order", "requests", "probes")},
        parameters={"domain": domain},
        language=language,
        origin="generated",
        source=f"seed {seed}",
        task=task["task"],
    )
