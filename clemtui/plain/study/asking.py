"""Questions to a participant, at any of which they can leave or withdraw."""

from __future__ import annotations

from clemtui.language import Interface
from clemtui.plain.answering import yes_or_no
from clemtui.plain.inbox import Leave
from clemtui.plain.menus import index_of, numbered
from clemtui.plain.prompter import Prompter
from clemtui.study.path.wording import Asked

WITHDRAW = "/withdraw"


class Withdraw(Leave):
    """The participant wants to withdraw from the study."""


async def read(prompter: Prompter, prompt: str) -> str:
    """Ask a participant something.

    Raises:
        Withdraw: if they withdraw.
        Leave: if they leave.
    """
    line = str(await prompter.read(prompt)).strip()
    if line.casefold() == WITHDRAW:
        raise Withdraw
    return line


async def ask(prompter: Prompter, ui: Interface, asked: Asked) -> object:
    """Ask a question and return what is to be recorded; None if it was left without an answer.

    Raises:
        Withdraw, Leave: see `read`.
    """
    prompter.say("", asked.text)
    if not asked.options:
        return await _text(prompter, ui, asked)
    prompter.say(*numbered(ui, asked.options))
    prompt = ui.text("Your choice, as a number:")
    while True:
        reply = await read(prompter, prompt)
        if not reply and asked.optional:
            return None
        at = index_of(reply, len(asked.options))
        if at is not None:
            return asked.values[at]
        prompter.say(ui.text("Type a number from 1 to {last}.", last=len(asked.options)))


async def _text(prompter: Prompter, ui: Interface, asked: Asked) -> str | None:
    prompt = ui.text("Your answer:")
    if asked.optional:
        prompt = ui.text("Your answer (Enter to skip):")
    while True:
        reply = await read(prompter, prompt)
        if reply or asked.optional:
            return reply or None


async def ask_number(prompter: Prompter, ui: Interface, asked: Asked, last: int) -> int:
    """Ask for a whole number from 0 to ``last``.

    Raises:
        Withdraw, Leave: see `read`.
    """
    while True:
        reply = await read(prompter, asked.text)
        if reply.isascii() and reply.isdigit() and len(reply) < 9 and int(reply) <= last:
            return int(reply)
        prompter.say(ui.text("Type a number from 0 to {last}.", last=last))


async def confirm(prompter: Prompter, ui: Interface, question: str) -> bool:
    """Ask a question that must be answered with yes or no, in the interface language or English.

    Raises:
        Withdraw, Leave: see `read`.
    """
    while True:
        meant = yes_or_no(ui, await read(prompter, question))
        if meant is not None:
            return meant
        prompter.say(ui.text("Please type yes or no."))


async def go_on(prompter: Prompter, ui: Interface) -> None:
    """Wait until the participant presses Enter.

    Raises:
        Withdraw, Leave: see `read`.
    """
    await read(prompter, ui.text("Press Enter to go on:"))
