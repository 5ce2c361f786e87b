"""The commands with a slash that hold wherever a person is asked something."""

from __future__ import annotations

from collections.abc import Mapping

from clemtui.engine import Request
from clemtui.episode.planning.names import nearest
from clemtui.language import Labels, Localised, safe, translatable
from clemtui.language.catalogues import SOURCE_LANGUAGE
from clemtui.wording.phrases import Voice

COMMANDS: Mapping[str, str] = {
    "/help": translatable("show these commands"),
    "/rules": translatable("show the rules of the game, also in its prompt language"),
    "/prompt": translatable("repeat everything this player has been sent"),
    "/board": translatable("repeat the board"),
    "/time": translatable("show response times"),
    "/pause": translatable("pause: no other player is asked, and the clock stops"),
    "/go": translatable("resume after a pause"),
    "/step": translatable("let one answer through while paused"),
    "/pace": translatable("set the wait after each answer in seconds, such as /pace 2"),
    "/stop": translatable("stop a call to a model, then choose how to continue"),
    "/giveup": translatable("give up: the episode ends and counts as aborted"),
    "/leave": translatable("leave; you can resume the episode exactly here"),
}


def split_command(line: str) -> tuple[str, str]:
    """The command that a line begins with, in lower case, and what stands after it."""
    name, *rest = line.strip().split(maxsplit=1) or [""]
    return name.casefold(), rest[0] if rest else ""


def help_words(voice: Voice) -> tuple[str, ...]:
    """What can be typed."""
    ui = voice.interface
    return (
        ui.text("Commands, each on its own line:"),
        *(
            ui.text("{command} {meaning}", command=command, meaning=ui.text(meaning))
            for command, meaning in COMMANDS.items()
        ),
        ui.text("To begin an answer with a slash, type two. End of input leaves the episode."),
    )  # fmt: skip


def unknown_command(voice: Voice, command: str) -> str:
    """That there is no such command."""
    near = nearest(command, COMMANDS)
    if near is None:
        return voice.interface.text(
            "Unknown command {command}; type /help for a list.", command=command
        )
    return voice.interface.text(
        "Unknown command {command}; did you mean {near}? Type /help for a list.",
        command=command,
        near=near,
    )


def rules_words(voice: Voice, language: str) -> tuple[str, ...]:
    """The rules in the language of the interface and, where it is another one and the game has
    them in it, in that of the prompts."""
    ui = voice.interface
    here = voice.say(voice.listing.rules)
    there = _rules_in(voice, language)
    if there in (None, here):
        return (here,)
    name = ui.language_name(language)
    return here, ui.text("The same in the prompt language, {language}:", language=name), there


def _rules_in(voice: Voice, language: str) -> Localised | None:
    rules = voice.listing.rules
    table = voice.listing.words.get(language, {})
    if rules.id not in table:
        return None
    return Labels(voice.interface, {SOURCE_LANGUAGE: table}).say(rules)


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
