"""The conformance kit: checks of the contract that every game must keep, bundled or foreign.

A check takes a `Subject` (a game, an instance, texts, and arbitrary things that players might say)
and raises `Nonconforming` with one sentence on what is wrong. ``python -m clemtui.kit COLLECTION
[FAMILY]`` runs all checks on a collection.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from clemtui.kit.checks.answers import forms, scripted_players, services, symbols
from clemtui.kit.checks.evidence import events, looks, new_messages, requests
from clemtui.kit.checks.language import labels, prompts
from clemtui.kit.checks.replay import determinism, replay_equals_play, the_past_stays
from clemtui.kit.checks.secrets import (
    private_fields,
    sealed_moves,
    secrets,
    streaming,
    swapped_secrets,
)
from clemtui.kit.checks.totality import arbitrary_text, controls, refusals
from clemtui.kit.samples import SAMPLES
from clemtui.kit.subject import Language, Nonconforming, Subject

Check = Callable[[Subject], None]

CHECKS: Mapping[str, Check] = {
    check.__name__.replace("_", " "): check
    for check in (
        determinism,
        replay_equals_play,
        the_past_stays,
        arbitrary_text,
        controls,
        refusals,
        requests,
        new_messages,
        events,
        looks,
        secrets,
        swapped_secrets,
        private_fields,
        sealed_moves,
        streaming,
        prompts,
        labels,
        forms,
        symbols,
        scripted_players,
        services,
    )
}
"""Every check, by the name under which it is reported."""


def check(subject: Subject) -> None:
    """Run every check.

    Raises:
        Nonconforming: from the first check that fails.
    """
    for run in CHECKS.values():
        run(subject)
