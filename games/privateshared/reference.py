"""Export of our own instances in the reference's file format."""

from __future__ import annotations

from clemtui.engine import Instance, ReferenceFiles, Texts

from .wording import EpisodeTexts


def reference_files(instance: Instance, texts: Texts) -> ReferenceFiles:
    """Return an instance in the reference's format; its texts are in the event log."""
    domain, data = instance.parameters["domain"], instance.data
    return ReferenceFiles(
        {"name": instance.experiment},
        {
            "game_id": instance.game_id,
            "tag": texts.tag(domain),
            "slots": dict(data["slots"]),
            "initial_prompt": EpisodeTexts(instance, texts).initial(),
            "request_order": list(data["request_order"]),
            "requests": dict(data["requests"]),
            "probes": {str(number): dict(probes) for number, probes in enumerate(data["probes"])},
            "lang": texts.language,
        },
    )
