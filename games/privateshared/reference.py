"""Our own instances in the form of the reference's files."""

from __future__ import annotations

from clemtui.engine import Instance, ReferenceFiles, Texts

from .wording import Wording


def reference_files(instance: Instance, texts: Texts) -> ReferenceFiles:
    """An instance as the reference's instance file has it; its texts stand in the event log."""
    domain, data = instance.parameters["domain"], instance.data
    return ReferenceFiles(
        {"name": instance.experiment},
        {
            "game_id": instance.game_id,
            "tag": texts.tag(domain),
            "slots": dict(data["slots"]),
            "initial_prompt": Wording(instance, texts).initial(),
            "request_order": list(data["request_order"]),
            "requests": dict(data["requests"]),
            "probes": {str(number): dict(probes) for number, probes in enumerate(data["probes"])},
            "lang": texts.language,
        },
    )
