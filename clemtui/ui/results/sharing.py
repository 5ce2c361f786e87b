"""The result of an episode as a few lines to pass on, which give no solution away."""

from __future__ import annotations

from collections.abc import Iterator

from clemtui.engine import Instance, LetterBoard, MarkedList, Matrix, Scores, View
from clemtui.language import half_up
from clemtui.wording.phrases import Voice

_LETTERS = {"hit": "🟩", "near": "🟨", "miss": "⬛"}
_RIGHT, _WRONG = "🟩", "⬛"


def shared_text(
    view: View,
    voice: Voice,
    instance: Instance,
    scores: Scores,
    language: str,
    remark: str | None = None,
) -> str:
    """Return a line that names the task and the result, and below it the marks as squares.

    Only marks are taken from the view of everything: no letter, word or value of it.

    Args:
        remark: why the result is none of a new task, if it is not.
    """
    main = scores.main_score
    ui = voice.interface
    result = ui.text("aborted") if main is None else f"{ui.number(half_up(main, 1))}/100"
    task = f"{voice.experiment(instance)} {instance.game_id}"
    head = " · ".join(
        (f"clemtui {voice.game(instance)}", task, result, language, *filter(None, (remark,)))
    )
    return "\n".join((head, *_squares(view)))


def _squares(view: View) -> Iterator[str]:
    for block in view.blocks:
        match block:
            case LetterBoard():
                yield from _of_letters(block)
            case MarkedList():
                tones = [item.tone for item in block.items if item.tone in ("good", "bad", "muted")]
                if tones:
                    yield "".join(_RIGHT if tone == "good" else _WRONG for tone in tones)
            case Matrix():
                for row in block.rows:
                    cells = [cell.right for cell in row.cells if cell is not None]
                    yield "".join(_RIGHT if right else _WRONG for right in cells)


def _of_letters(board: LetterBoard) -> Iterator[str]:
    for row in board.rows:
        marks = [_LETTERS[cell.mark] for cell in row if cell.mark in _LETTERS]
        if marks:
            yield "".join(marks)
