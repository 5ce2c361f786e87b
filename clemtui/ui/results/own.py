"""A person's own results as bars, with the episode that has just ended marked."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from clemtui.analysis.own_results import OwnResults
from clemtui.language import Interface
from clemtui.language.width import cell_count
from clemtui.language.wrapping import wrap
from clemtui.ui.widgets.columns import pad
from clemtui.wording.own_results import bar_label

_LONGEST_BAR = 30
_BLOCK, _HALF = "█", "▌"


def own_results_text(
    results: OwnResults, conditions: str, said: Sequence[str], ui: Interface, width: int
) -> Content:
    """Return the bars in ``width`` cells, what they have in common, and what is said of them."""
    lines = [Content.styled(line, "bold") for text in said for line in wrap(text, width)]
    if results.bars:
        common = [Content.styled(line, "$text-muted") for line in wrap(conditions, width)]
        lines = [_bars(results, ui, width), *common, *lines]
    return Content("\n").join(lines)


def _bars(results: OwnResults, ui: Interface, width: int) -> Content:
    """Draw a bar for each number of tries or range of scores in ``width`` cells.

    The mark says where this episode is; the count stands beside its bar.
    """
    labels = [bar_label(bar, ui) for bar in results.bars]
    label_width = max(map(cell_count, labels), default=0)
    most = max((bar.count for bar in results.bars), default=0)
    here = f" ◂ {ui.text('this time')}"
    spare = label_width + 2 + len(str(most)) + 1 + cell_count(here)
    longest = max(1, min(_LONGEST_BAR, width - spare))
    lines = []
    for bar, label in zip(results.bars, labels, strict=True):
        style = "$text-accent" if bar.here else "$text-primary"
        lines.append(
            Content.assemble(
                (pad(label, label_width), "$text-muted"),
                "  ",
                (_bar(bar.count, most, longest), style),
                (f" {bar.count}", "bold" if bar.here else ""),
                (here if bar.here else "", "bold $text-accent"),
            )
        )
    return Content("\n").join(lines)


def _bar(count: int, most: int, longest: int) -> str:
    """Return a bar of half cells; any count above 0 shows at least one half."""
    halves = round(2 * longest * count / most) if most else 0
    halves = max(1, halves) if count else 0
    return _BLOCK * (halves // 2) + _HALF * (halves % 2)
