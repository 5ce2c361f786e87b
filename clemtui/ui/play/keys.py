"""The keys of the play screen, and what the help says of them."""

from __future__ import annotations

from collections.abc import Iterator

from textual.binding import Binding, BindingType

from clemtui.language import Interface, translatable

PLAY_KEYS = (
    "play.answer",
    "play.symbol",
    "play.choose",
    "play.hold",
    "play.slower",
    "play.faster",
    "play.step",
    "play.send",
    "play.stop",
    "play.leave",
    "app.help",
    "play.prompt",
    "play.board",
    "app.commands",
    "play.pause",
    "play.rules",
    "message.before",
    "message.next",
    "message.copy",
    "play.give_up",
    "app.quit",
    "play.expand",
    "play.editor",
)
"""What the line of keys shows first, in this order."""


def _everywhere(keys: str, action: str, description: str, id: str, *, show: bool = True) -> Binding:
    """A key that holds while one writes as well."""
    return Binding(keys, action, description, show, id=f"play.{id}", priority=True)


PLAY_BINDINGS: list[BindingType] = [
    Binding("enter", "submit", translatable("Send"), id="play.answer"),
    _everywhere("escape", "leave", translatable("Leave"), "leave"),
    _everywhere("f2,ctrl+t", "prompt", translatable("Prompt"), "prompt"),
    _everywhere("f3,ctrl+b", "board", translatable("Board"), "board"),
    _everywhere("f4,ctrl+r", "expand", translatable("Enlarge"), "expand"),
    _everywhere("f5,ctrl+n", "send_again", translatable("Send again"), "send"),
    _everywhere("f7", "rules", translatable("Rules"), "rules"),
    _everywhere("f9", "pause", translatable("Pause"), "pause"),
    _everywhere("ctrl+g", "give_up", translatable("Give up"), "give_up"),
    _everywhere("ctrl+s", "editor", translatable("Write in the editor"), "editor"),
    _everywhere("ctrl+f,insert", "symbol", translatable("Symbol"), "symbol"),
    _everywhere("pageup", "page(-1)", translatable("Back in the transcript"), "back", show=False),
    _everywhere("pagedown", "page(1)", translatable("Forward in the transcript"), "on", show=False),
    _everywhere("ctrl+end", "follow", translatable("Newest message"), "end", show=False),
    _everywhere("f8,alt+c", "copy", translatable("Copy the message"), "copy", show=False),
    Binding("ctrl+x", "stop_call", translatable("Stop the call"), id="play.stop"),
    Binding("t", "times", translatable("Times"), False, id="play.times"),
    # only where nobody plays, so that they take nothing from an answer
    Binding("space", "hold", translatable("Pause or continue"), id="play.hold"),
    Binding("minus", "slower", translatable("Slower"), id="play.slower"),
    Binding("plus,equals_sign", "faster", translatable("Faster"), id="play.faster"),
    Binding("full_stop", "step", translatable("One step"), id="play.step"),
]


def play_help(ui: Interface, *, watching: bool) -> Iterator[tuple[str, str]]:
    """What the help says beside the keys: headings and texts."""
    if watching:
        yield (
            ui.text("Watching"),
            ui.text(
                "Plus and minus make it faster and slower. Space pauses and goes on; a full "
                "stop lets one response pass. At the end, Enter brings the result."
            ),
        )
    else:
        yield (
            ui.text("Answering"),
            ui.text(
                "Enter sends. Tab goes to the next field. Ctrl+J begins a new line where "
                "several are allowed; Ctrl+S opens the editor for a long answer. Ctrl+Z takes "
                "back a change. In an empty field, Up brings back what you wrote before. A "
                "warning has to be confirmed by a second Enter."
            ),
        )
    yield (
        ui.text("Transcript"),
        ui.text(
            "Page up and page down scroll it while you write. A click, or [ and ] where it has "
            "the focus, mark a message; F8 copies the marked one, what the mouse has selected, "
            "or else the newest. T shows how long each answer took."
        ),
    )
