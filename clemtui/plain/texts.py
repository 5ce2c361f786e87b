"""Reading texts of several lines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from clemtui.engine import Symbol
from clemtui.plain.prompter import Prompter, Word
from clemtui.plain.symbols import with_symbols, without_symbols
from clemtui.wording.phrases import Voice

_ENDED = frozenset({Word.DONE})
_ENDED_OR_EDITED = frozenset({Word.DONE, Word.EDIT})


async def read_lines(
    prompter: Prompter,
    voice: Voice,
    prompt: str,
    save: Callable[[list[str]], Awaitable[None]] | None = None,
    begun: Sequence[str] = (),
    *,
    symbols: Sequence[Symbol] = (),
) -> list[str]:
    """Read lines up to one that contains only /done.

    ``begun`` are lines already written; ``save`` is called with all lines after each new one. If an
    editor is available, /edit opens the text in it. What is typed for one of the ``symbols`` is
    replaced by it.
    """
    prompter.say(prompt)
    ui = voice.interface
    lines = list(begun)
    also = _ENDED
    text: str = ui.text("One or more lines; end with a line that contains only /done:")
    if prompter.can_edit:
        also = _ENDED_OR_EDITED
        text = ui.text(
            "One or more lines; end with a line that contains only /done. Type /edit to open "
            "your editor:"
        )
    while True:
        reply = await prompter.read(text, also)
        text = ""
        if reply is Word.DONE:
            return lines
        if reply is not Word.EDIT:
            lines.append(with_symbols(str(reply), symbols))
        else:
            edited = await prompter.edit(without_symbols("\n".join(lines), symbols))
            if edited is None:
                continue
            lines = with_symbols(edited, symbols).split("\n") if edited else []
            prompter.say(
                ui.plural(
                    "The editor returned {n} line. Type /done to use it, /edit to open it again.",
                    "The editor returned {n} lines. Type /done to use them, /edit to "
                    "open them again.",
                    len(lines),
                )
            )
        if save is not None:
            await save(lines)
