"""Official instances: the reference's own prompts, with texts from files next to the instances.

The format is that of benchmarks 1.6 to 3.0. The rules are always those of 3.0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clemtui.engine import (
    Instance,
    Resources,
    Texts,
    UnreadableInstances,
    entries,
    entry,
)

from .wording import probes_id, requests_id

TEXTS = "texts"
"""The key under which `complete` stores the texts it reads, in each experiment."""

_WORDS = ("ANSWER", "ASIDE", "ME", "PROBE", "DUMMY_PROMPT", "YES", "NO", "OK")
_PLACE = "{}"
"""The placeholder for the question in the reference's template of a probe."""


def is_official(experiment: Mapping[str, Any]) -> bool:
    """Return whether an experiment is the reference's: its instances have an initial prompt."""
    tasks = experiment.get("game_instances")
    return isinstance(tasks, list) and any(
        isinstance(task, dict) and "initial_prompt" in task for task in tasks
    )


def with_texts(experiment: Mapping[str, Any], resources: Resources) -> Mapping[str, Any]:
    """Return an official experiment with the texts that its instances refer to by number.

    Raises:
        UnreadableInstances: if a file is missing.
    """
    name = entry(experiment, "name", str)
    languages = {
        entry(task, "lang", str) if "lang" in task else "en"
        for task in entries(experiment, "game_instances", dict)
    }
    folder = f"resources/texts/{name}"
    return {
        **experiment,
        TEXTS: {
            "requests": resources(f"{folder}/requests.json"),
            "probes": resources(f"{folder}/probing_questions.json"),
            "hints": resources("resources/texts/reprompts.json"),
            "words": {
                language: resources(f"resources/{language}_words.json")
                for language in sorted(languages)
            },
        },
    }


def official_instances(game: str, data: Mapping[str, Any], source: str) -> tuple[Instance, ...]:
    """Return the instances of a completed experiment in the reference's format.

    Raises:
        UnreadableInstances: if something the game needs is missing or invalid.
    """
    texts = entry(data, TEXTS, dict)
    return tuple(
        _instance(game, entry(data, "name", str), task, texts, source)
        for task in entries(data, "game_instances", dict)
    )


def _instance(
    game: str, domain: str, task: Mapping[str, Any], texts: Mapping[str, Any], source: str
) -> Instance:
    number = entry(task, "game_id", int)
    try:
        slots = entry(task, "slots", dict)
        values = [[slot, entry(slots, slot, str)] for slot in slots]
        language = entry(task, "lang", str) if "lang" in task else "en"
        requests = entry(texts, "requests", dict)
        probes = entry(texts, "probes", dict)
        words = entry(entry(texts, "words", dict), language, dict)
        prompts = {
            "initial_prompt": entry(task, "initial_prompt", str),
            "tag": entry(task, "tag", str),
            "hints": list(entries(entry(texts, "hints", dict), "suffixes", str)),
            "words": {name: entry(words, name, str) for name in _WORDS},
            "requests": {slot: list(entries(requests, slot, str)) for slot in slots},
            "probes": {slot: list(entries(probes, slot, str)) for slot in slots},
        }
        rounds = entry(task, "probes", dict)
        data = {
            "slots": values,
            "request_order": list(entries(task, "request_order", str)),
            "requests": dict(entry(task, "requests", dict)),
            "probes": [
                [[slot, index] for slot, index in entry(rounds, str(at), dict).items()]
                for at in range(len(rounds))
            ],
        }
    except UnreadableInstances as error:
        raise UnreadableInstances(f"game id {number}: {error}") from None
    return Instance(
        game=game,
        experiment=domain,
        game_id=number,
        data=data,
        parameters={"domain": domain},
        language=language,
        origin="official",
        source=source,
        prompts=prompts,
    )


def official_texts(instance: Instance) -> Texts:
    """Return the texts of an official instance."""
    own, domain = instance.prompts, instance.parameters["domain"]
    words = own["words"]
    return Texts(
        language=str(instance.language),
        prompts={
            f"{domain}.initial": own["initial_prompt"],
            "opening": words["OK"],
            "next_request": words["DUMMY_PROMPT"],
            "probe": words["PROBE"],
        },
        tags={
            "answer": words["ANSWER"],
            "aside": words["ASIDE"],
            "me": words["ME"],
            domain: own["tag"],
        },
        options={
            "answers": (words["YES"], words["NO"]),
            "hints": tuple(own["hints"]),
            f"{domain}.names": tuple(slot.upper() for slot, _ in instance.data["slots"]),
            **{requests_id(domain, slot): tuple(own["requests"][slot]) for slot in own["requests"]},
            **{probes_id(domain, slot): tuple(own["probes"][slot]) for slot in own["probes"]},
        },
        card={"version": "official", "source": instance.source},
        markers={"question": _PLACE},
    )
