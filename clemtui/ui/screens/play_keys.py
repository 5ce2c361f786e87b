"""The keys of the play screen."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from clemtui.language import translatable

PLAY_KEYS = (
    "play.answer",
    "play.send",
    "play.leave",
    "app.help",
    "play.prompt",
    "play.board",
    "app.commands",
    "play.give_up",
    "app.quit",
    "play.expand",
)
"""What the line of keys shows first, in this order."""

PLAY_BINDINGS: list[BindingType] = [
    Binding("enter", "submit", translatable("Send"), id="play.answer"),
    Binding("escape", "leave", translatable("Leave"), id="play.leave", priority=True),
    Binding("f2,ctrl+t", "prompt", translatable("Prompt"), id="play.prompt", priority=True),
    Binding("f3,ctrl+b", "board", translatable("Board"), id="play.board", priority=True),
    Binding("f4,ctrl+r", "expand", translatable("Larger"), id="play.expand", priority=True),
    Binding("ctrl+g", "give_up", translatable("Give up"), id="play.give_up", priority=True),
    Binding(
        "pageup",
        "page(-1)",
        translatable("Back in the transcript"),
        False,
        id="play.back",
        priority=True,
    ),
    Binding(
        "pagedown",
        "page(1)",
        translatable("On in the transcript"),
        False,
        id="play.on",
        priority=True,
    ),
    Binding(
        "ctrl+end",
        "follow",
        translatable("Newest message"),
        False,
        id="play.end",
        priority=True,
    ),
    Binding(
        "f8,alt+c",
        "copy",
        translatable("Copy the last message"),
        False,
        id="play.copy",
        priority=True,
    ),
    Binding("f5,ctrl+n", "send_again", translatable("Send again"), id="play.send", priority=True),
]
