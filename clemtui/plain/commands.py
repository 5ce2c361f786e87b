"""The commands with a slash that hold wherever a person is asked something."""

from __future__ import annotations

from collections.abc import Mapping

from clemtui.engine import Request
from clemtui.language import safe, translatable
from clemtui.play.names import nearest
from clemtui.play.phrases import Voice

COMMANDS: Mapping[str, str] = {
    "/help": translatable("says these commands"),
    "/rules": translatable("says the rules of the game"),
    "/prompt": translatable("repeats everything that this player has been sent"),
    "/board": translatable("repeats the board"),
    "/giveup": translatable("gives up: the episode ends and counts as aborted"),
    "/leave": translatable("leaves; the episode can be resumed exactly here"),
}


def help_words(voice: Voice) -> tuple[str, ...]:
    """What can be typed."""
    ui = voice.interface
    return (
        ui.text("Commands, each on a line of its own:"),
        *(
            ui.text("{command} {meaning}", command=command, meaning=ui.text(meaning))
            for command, meaning in COMMANDS.items()
        ),
        ui.text("An answer that begins with a slash is typed with two of them. The end of the "
                "input leaves."),
    )  # fmt: skip


def unknown_command(voice: Voice, command: str) -> str:
    """That there is no such command."""
    near = nearest(command, COMMANDS)
    if near is None:
        return voice.interface.text(
            "There is no command {command}; /help says which there are.", command=command
        )
    return voice.interface.text(
        "There is no command {command}; did you mean {near}? /help says which there are.",
        command=command,
        near=near,
    )


def prompt_words(voice: Voice, request: Request) -> tuple[str, ...]:
    """Everything that a seat is shown with a request, as a model in its place is sent it."""
    ui = voice.interface
    lines = []
    for message in request.messages:
        speaker = voice.seat(request.seat) if message.role == "assistant" else ui.text(
            "Game master"
        )  # fmt: skip
        lines.append(ui.text("{speaker}:\n{text}", speaker=speaker, text=safe(message.text)))
    return tuple(lines)
