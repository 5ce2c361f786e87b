"""The place where prompt languages are compared."""

from __future__ import annotations

from clemtui.ui.results.effect.screen import EffectScreen
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.widgets.lists import TextPane
from tests.ui.support.app import wait_for_workers
from tests.ui.support.key_trials import Check, Place, Walk, closes, in_text, opens
from tests.ui.support.places.results import history


async def compared(walk: Walk) -> None:
    """Open the comparison of prompt languages."""
    await history(walk)
    walk.screen.action_effect()
    screen = await walk.on(EffectScreen)
    await walk.until(lambda: screen.effects and screen.effects.settings, "the comparison")
    await wait_for_workers(screen.workers)
    await walk.until(lambda: screen.query_one("#differences").size.height > 20, "the tables")


def computes_again(walk: Walk) -> Check:
    """The comparison is recomputed."""
    screen = walk.screen
    before = screen.effects
    return lambda: screen.effects is not before and screen.effects == before


EFFECT = (
    Place(
        "prompt languages compared",
        (EffectScreen, TextPane),
        compared,
        {
            "effect.game": opens(ChoiceDialog),
            "effect.players": opens(ChoiceDialog),
            "effect.baseline": opens(ChoiceDialog),
            "effect.measure": opens(ChoiceDialog),
            "effect.correction": opens(ChoiceDialog),
            "effect.save": opens(ChoiceDialog),
            "effect.reload": computes_again,
            "effect.close": closes,
            **in_text(TextPane),
        },
    ),
)
