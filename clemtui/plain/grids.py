"""Editing an existing grid row by row."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clemtui.engine import GridField
from clemtui.plain.prompter import Prompter, PromptWord
from clemtui.wording.phrases import Voice

DOT = "."
_EMPTY = " .-_"
"""Characters that stand for an empty cell, unless they are in the grid's alphabet."""
_FILLS = "*"
"""Typed after a single character, fills the whole row with it."""


async def edit_grid(
    prompter: Prompter,
    voice: Voice,
    field: GridField,
    before: Sequence[str],
    is_valid: Callable[[list[str]], bool],
) -> list[str]:
    """Ask for each row; an empty line keeps a row, /done keeps all remaining ones.

    ``is_valid`` returns whether a grid can be sent, and explains why if not.
    """
    ui = voice.interface
    dot = DOT if DOT not in field.alphabet else field.blank
    prompter.say(
        voice.say(field.name),
        ui.text(
            "Row by row, {columns} characters each. “{dot}” is an empty cell, “A*” fills "
            "a row with A. Press Enter to keep a row, type /done to keep all remaining "
            "rows.",
            columns=field.columns,
            dot=dot,
        ),
    )
    rows = list(before)
    for number, row in enumerate(before):
        prompt = ui.text(
            "Row {number}, currently {row}:", number=number + 1, row=row.replace(field.blank, dot)
        )
        while True:
            reply = await prompter.read(prompt, frozenset({PromptWord.DONE}))
            if reply is PromptWord.DONE:
                return rows
            if not reply.strip():
                break
            changed = [*rows[:number], parse_row(field, reply), *rows[number + 1 :]]
            if is_valid(changed):
                rows = changed
                break
    return rows


def parse_row(field: GridField, typed: str) -> str:
    """Return the row that a line means.

    Letters get the case that the grid uses, spaces between cells are optional, and a short row is
    filled up with empty cells. Characters the grid cannot hold are left for the check to report.
    """
    text = typed.strip()
    if len(text) == 2 and text[1] == _FILLS and _FILLS not in field.alphabet:
        return _cell(field, text[0]) * field.columns
    spaced = text.split(" ")
    if len(spaced) > 1 and all(len(cell) == 1 for cell in spaced):
        text = "".join(spaced)
    return "".join(_cell(field, cell) for cell in text).ljust(field.columns, field.blank)


def _cell(field: GridField, character: str) -> str:
    for cased in (character, character.upper(), character.lower()):
        if cased in field.alphabet:
            return cased
    return field.blank if character in _EMPTY else character
