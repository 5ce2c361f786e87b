"""The slash commands that work wherever a person is asked something."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from clemtui.engine import Request
from clemtui.episode.planning.names import nearest
from clemtui.language import Labels, Localised, safe, translatable
from clemtui.language.catalogues import SOURCE_LANGUAGE
from clemtui.wording.phrases import Voice

WITHDRAW = "/withdraw"
"""The command of participants of a study."""

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
    "/giveup": translatable("give up: the episode ends as aborted"),
    "/leave": translatable("leave; you can resume the episode exactly here"),
    WITHDRAW: translatable("withdraw from the study"),
}


def split_command(line: str) -> tuple[str, str]:
    """Split a line into its command, in lower case, and the rest."""
    name, *rest = line.strip().split(maxsplit=1) or [""]
    return name.casefold(), rest[0] if rest else ""


def help_lines(voice: Voice, commands: Mapping[str, str]) -> tuple[str, ...]:
    """Return the help on slash commands with their meanings."""
    ui = voice.interface
    return (
        ui.text("Commands, each on its own line:"),
        *(
            ui.text("{command} {meaning}", command=command, meaning=ui.text(meaning))
            for command, meaning in commands.items()
        ),
        ui.text("To begin an answer with a slash, type two. End of input leaves the episode."),
    )  # fmt: skip


def unknown_command(voice: Voice, command: str, commands: Collection[str]) -> str:
    """Return the error for an unknown command, with the closest known one if there is any."""
    near = nearest(command, commands)
    if near is None:
        return voice.interface.text(
            "Unknown command {command}; type /help for a list.", command=command
        )
    return voice.interface.text(
        "Unknown command {command}; did you mean {near}? Type /help for a list.",
        command=command,
        near=near,
    )


def rules_lines(voice: Voice, language: str) -> tuple[str, ...]:
    """Return the rules in the interface language and, if it differs, the prompt language.

    The second version is left out if the game has no rules in that language.
    """
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


def prompt_lines(voice: Voice, request: Request) -> tuple[str, ...]:
    """Return everything a seat is shown with a request, exactly as a model would be sent it."""
    ui = voice.interface
    lines = []
    for message in request.messages:
        speaker = voice.seat(request.seat) if message.role == "assistant" else ui.text(
            "Game master"
        )  # fmt: skip
        lines.append(ui.text("{speaker}:\n{text}", speaker=speaker, text=safe(message.text)))
    return tuple(lines)
