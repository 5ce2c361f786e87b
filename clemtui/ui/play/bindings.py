"""The key bindings of the play screen and its help text."""

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
    "study.withdraw",
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
"""The order in which bindings appear in the key bar."""


def _priority_binding(
    keys: str, action: str, description: str, id: str, *, show: bool = True
) -> Binding:
    """Return a binding that also works while typing."""
    return Binding(keys, action, description, show, id=f"play.{id}", priority=True)


PLAY_BINDINGS: list[BindingType] = [
    Binding("enter", "submit", translatable("Send"), id="play.answer"),
    _priority_binding("escape", "leave", translatable("Leave"), "leave"),
    _priority_binding("f2,ctrl+t", "prompt", translatable("Prompt"), "prompt"),
    _priority_binding("f3,ctrl+b", "board", translatable("Board"), "board"),
    _priority_binding("f4,ctrl+r", "expand", translatable("Enlarge"), "expand"),
    _priority_binding("f5,ctrl+n", "send_again", translatable("Send again"), "send"),
    _priority_binding("f7", "rules", translatable("Rules"), "rules"),
    _priority_binding("f9", "pause", translatable("Pause"), "pause"),
    _priority_binding("ctrl+g", "give_up", translatable("Give up"), "give_up"),
    _priority_binding("ctrl+s", "editor", translatable("Open the editor"), "editor"),
    _priority_binding("ctrl+f,insert", "symbol", translatable("Symbol"), "symbol"),
    _priority_binding(
        "pageup", "page(-1)", translatable("Scroll transcript up"), "back", show=False
    ),
    _priority_binding(
        "pagedown", "page(1)", translatable("Scroll transcript down"), "on", show=False
    ),
    _priority_binding("ctrl+end", "follow", translatable("Newest message"), "end", show=False),
    _priority_binding("f8,alt+c", "copy", translatable("Copy message"), "copy", show=False),
    Binding("ctrl+x", "stop_call", translatable("Stop call"), id="play.stop"),
    Binding("t", "times", translatable("Times"), False, id="play.times"),
    # active only while watching, so that they cannot interfere with an answer
    Binding("space", "toggle_pause", translatable("Pause or resume"), id="play.hold"),
    Binding("minus", "slower", translatable("Slower"), id="play.slower"),
    Binding("plus,equals_sign", "faster", translatable("Faster"), id="play.faster"),
    Binding("full_stop", "step", translatable("One step"), id="play.step"),
]


def help_texts(ui: Interface, *, watching: bool, editor: bool) -> Iterator[tuple[str, str]]:
    """Yield the headings and texts of the help, apart from the list of keys.

    Args:
        editor: whether an answer may be written in an editor.
    """
    if watching:
        yield (
            ui.text("Watching"),
            ui.text(
                "Press + and - to go faster or slower. Space pauses and resumes; a full "
                "stop lets one response through. At the end, Enter shows the result."
            ),
        )
    elif not editor:
        yield (
            ui.text("Answering"),
            ui.text(
                "Enter sends. Tab goes to the next field. Ctrl+J starts a new line where "
                "several are allowed. Ctrl+Z undoes a change. In an empty field, Up recalls what "
                "you wrote before. A warning must be confirmed with a second Enter."
            ),
        )
    else:
        yield (
            ui.text("Answering"),
            ui.text(
                "Enter sends. Tab goes to the next field. Ctrl+J starts a new line where "
                "several are allowed; Ctrl+S opens the editor for a long answer. Ctrl+Z "
                "undoes a change. In an empty field, Up recalls what you wrote before. A "
                "warning must be confirmed with a second Enter."
            ),
        )
    yield (
        ui.text("Transcript"),
        ui.text(
            "Page Up and Page Down scroll it while you write. Click a message to mark it, or "
            "use [ and ] while the transcript has the focus. F8 copies the marked message, the "
            "mouse selection, or else the newest message. T shows response times."
        ),
    )
