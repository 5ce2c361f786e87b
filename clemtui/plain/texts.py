"""Reading texts of several lines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from clemtui.engine import Symbol
from clemtui.plain.prompter import Prompter, PromptWord
from clemtui.plain.symbols import with_symbols, without_symbols
from clemtui.wording.phrases import Voice

_ENDED = frozenset({PromptWord.DONE})
_ENDED_OR_EDITED = frozenset({PromptWord.DONE, PromptWord.EDIT})


async def read_lines(
    prompter: Prompter,
    voice: Voice,
    prompt: str,
    save: Callable[[list[str]], Awaitable[None]] | None = None,
    existing: Sequence[str] = (),
    *,
    symbols: Sequence[Symbol] = (),
) -> list[str]:
    """Read lines up to one that contains only /done.

    ``existing`` are lines already written; ``save`` is called with all lines after each new one. If
    an editor is available, /edit opens the text in it. What is typed for one of the ``symbols`` is
    replaced by it.
    """
    prompter.say(prompt)
    ui = voice.interface
    lines = list(existing)
    extra_words = _ENDED
    text: str = ui.text("One or more lines; end with a line that contains only /done:")
    if prompter.can_edit:
        extra_words = _ENDED_OR_EDITED
        text = ui.text(
            "One or more lines; end with a line that contains only /done. Type /edit to open "
            "your editor:"
        )
    while True:
        reply = await prompter.read(text, extra_words)
        text = ""
        if reply is PromptWord.DONE:
            return lines
        if reply is not PromptWord.EDIT:
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
