"""The keys bound in a text input, in order with what is typed."""

from __future__ import annotations

from textual import events
from textual.widget import Widget


async def act_on_bound_key(widget: Widget, event: events.Key) -> bool:
    """Act on a key that is bound in a text input. Return False if it is not.

    Textual lets a bound key, such as Backspace, bubble up to the app first. Letters and Enter that
    arrive in the same burst, as over a slow connection, would overtake it, and another text would
    be sent than was typed.
    """
    for binding in widget._bindings.key_to_bindings.get(event.key, ()):
        if not binding.priority and await widget.app.run_action(binding.action, widget):
            event.stop()
            event.prevent_default()
            return True
    return False
