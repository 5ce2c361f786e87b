"""The filled checklist as Markdown.

The item numbers are those of the reporting checklist of Wei, Paskov and others ("Position: Human
Baselines in Model Evaluations Need Rigor and Transparency", ICML 2025). Its licence (CC BY-NC-SA)
forbids copying it here, so what an item asks is said in our own, shorter words.
"""

from __future__ import annotations

from collections.abc import Iterator

from clemtui.language.sinks import markdown_text
from clemtui.study.export.records import StudyRecords
from clemtui.study.export.reporting.analysis import ANALYSIS, DOCUMENTATION
from clemtui.study.export.reporting.design import DESIGN, PUBLICATION
from clemtui.study.export.reporting.items import BLANK, TO_FILL, Item
from clemtui.study.export.reporting.people import EXECUTION, RECRUITMENT

SECTIONS: tuple[tuple[str, tuple[Item, ...]], ...] = (
    ("0 Publication", PUBLICATION),
    ("1 Design", DESIGN),
    ("2 Participants", RECRUITMENT),
    ("3 Data collection", EXECUTION),
    ("4 Analysis", ANALYSIS),
    ("5 Documentation", DOCUMENTATION),
)

_SOURCE = (
    "The numbers are those of the reporting checklist of Wei, Paskov et al., “Position: Human "
    "Baselines in Model Evaluations Need Rigor and Transparency” (ICML 2025, "
    "github.com/kevinlwei/human-baselines); look up there what exactly an item asks. The words "
    "here are ours."
)


def checklist(records: StudyRecords) -> str:
    """Return the checklist, filled from the protocol, the records and the program."""
    return "\n".join(_lines(records)) + "\n"


def _lines(records: StudyRecords) -> Iterator[str]:
    filled = [(title, [(item, _answer(item, records)) for item in items])
              for title, items in SECTIONS]  # fmt: skip
    answers = [answer for _, items in filled for _, answer in items]
    blank = sum(BLANK in answer for answer in answers)
    yield f"# Reporting checklist: {markdown_text(records.manifest.protocol.title)}"
    yield ""
    yield _SOURCE
    yield ""
    yield (
        f"Filled by clemtui from the protocol, the records and what the program does: "
        f"{len(answers) - blank} of {len(answers)} items. {blank} need you, and are marked with "
        f"{BLANK}. Check the others: they say what was planned and recorded, not what was done "
        "outside the program."
    )
    for title, items in filled:
        yield ""
        yield f"## {title}"
        yield ""
        for item, answer in items:
            yield f"- **{item.number}** {item.asks}: {answer}"


def _answer(item: Item, records: StudyRecords) -> str:
    return item.answer(records) or TO_FILL
