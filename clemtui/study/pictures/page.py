"""The report of a study as one HTML file, without scripts or anything from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from clemtui.archive.documents.html import html_page
from clemtui.language import one_line
from clemtui.study.pictures.curves import curves_picture
from clemtui.study.pictures.data import Intervals, PlotData, plot_data
from clemtui.study.pictures.dots import dots_picture
from clemtui.study.pictures.drawing import DARK, LIGHT, style
from clemtui.study.pictures.flow import flow_picture
from clemtui.study.pictures.gallery import cell_pictures
from clemtui.study.pictures.intervals import intervals_picture
from clemtui.study.pictures.markup import (
    definitions,
    details,
    figure,
    outline,
    paragraph,
    table,
    text,
)
from clemtui.study.pictures.tables import (
    comparison_table,
    curve_table,
    group_table,
    model_table,
    people_minus_models,
    score_table,
)
from clemtui.study.pictures.wording import FURTHER, METHODS, TESTS, WIDE_INTERVALS
from clemtui.study.results.analyses import Analyses
from clemtui.study.results.report import StudyReport
from clemtui.study.telling.comparisons import (
    missing_lines,
    models_heading,
    over_games_lines,
    primary_heading,
)
from clemtui.study.telling.flow import flow_lines, marked_lines
from clemtui.study.telling.measures import MEASURES
from clemtui.study.telling.scores import SCORES_HEADING, scored
from clemtui.study.telling.sections import Key, Section, sections

_COLOURS = """\
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --soft: #595959; --line: #ccc; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ececec; --paper: #17181a; --soft: #a8a8a8; --line: #45474b; } }
"""
_STYLE = """\
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0.75rem; border-block-end: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }
p, li { max-width: 45rem; overflow-wrap: anywhere; }
ul { padding-inline-start: 1.25rem; }
.question { font-size: 1.1rem; max-width: none; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1.25rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 1.5rem 0; font-size: 0.9rem; }
a { color: inherit; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: 0.85rem; font-variant-numeric: tabular-nums; }
caption { text-align: start; color: var(--soft); padding-block-end: 0.4rem; }
th, td { text-align: start; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; }
thead th { border-block-end: 1px solid var(--soft); vertical-align: bottom; }
tbody tr { border-block-end: 1px solid var(--line); }
.count { text-align: end; }
.whole { white-space: nowrap; }
.name { min-width: 6.5rem; }
.sentence { min-width: 9rem; }
figure { margin: 1rem 0; max-width: 46rem; }
figure svg { width: 100%; height: auto; }
details { margin: 0.75rem 0; }
summary { cursor: pointer; color: var(--soft); }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dt { margin-top: 0.4rem; } }
"""
_PRINT = """\
@media print {
  :root { color-scheme: light; --ink: #000; --paper: #fff; --soft: #444; --line: #999; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  h2, h3 { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  caption, thead { break-after: avoid; }
  figure svg { max-height: 230mm; }
  .scroll { overflow: visible; }
  table { font-size: 7.5pt; }
  th, td { padding: 0.1rem 0.4rem 0.1rem 0; overflow-wrap: break-word; }
  td.whole, th.whole { white-space: normal; }
  .name, .sentence { min-width: 0; }
  @page { margin: 15mm; } }
"""


def page(report: StudyReport) -> str:
    """Return the report as HTML."""
    title = one_line(report.study.manifest.protocol.title)
    return html_page(title, _style(), _body(report, plot_data(report)))


def _style() -> str:
    light, dark = style("figure", LIGHT), style("figure", DARK)
    return (
        f"{_COLOURS}{_STYLE}{light}@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n"
        f"{_PRINT}"
    )


def _body(report: StudyReport, data: PlotData) -> Iterator[str]:
    """Yield the sections of the report; one that is not made here is an outline of its lines."""
    titles: dict[str, str] = {}
    shown: list[str] = []
    for section in sections(report):
        make = _MADE.get(section.key)
        inside = list(outline(section.lines) if make is None else make(report, data, section))
        if section.including:
            inside += details("With what is excluded", *outline(section.including))
        if section.key == "study":
            yield from ('<section id="study">', *inside, "</section>")
        elif inside:
            titles[section.key] = section.title
            shown += _section(section.key, section.title, inside)
    titles["methods"] = "Methods"
    links = (f'<a href="#{key}">{text(title)}</a>' for key, title in titles.items())
    yield f"<nav>{' '.join(links)}</nav>"
    yield from shown
    terms = definitions((*METHODS.items(), *TESTS.items(), *FURTHER.items()))
    yield from _section("methods", "Methods", (paragraph(WIDE_INTERVALS), *terms))


def _section(key: str, title: str, inside: Iterable[str]) -> Iterator[str]:
    yield f'<section id="{key}">'
    yield f"<h2>{text(title)}</h2>"
    yield from inside
    yield "</section>"


def _study(report: StudyReport, _data: PlotData, _section: Section) -> Iterator[str]:
    frozen, manifest = report.study.frozen, report.study.manifest
    protocol = manifest.protocol
    yield f'<p class="question" dir="auto">{text(protocol.question)}</p>'
    closed = f"{frozen.closed_at:%Y-%m-%d}" if frozen.closed_at else "no: data may still come"
    yield from definitions(
        (
            ("Study", frozen.id),
            ("Frozen", f"{frozen.frozen_at:%Y-%m-%d}"),
            ("Frozen hash", frozen.manifest_hash),
            ("Frozen with", f"clemtui {manifest.program}"),
            ("Admission closed", closed),
            ("Planned participants", str(protocol.participants.number)),
            ("Not stated", ", ".join(name for _, name in protocol.unstated) or "nothing"),
        )
    )


def _flow(report: StudyReport, data: PlotData, _section: Section) -> Iterator[str]:
    yield figure(flow_picture(data.flow, ""))
    yield from details("The flow in words", *outline(list(flow_lines(report.flow))))
    yield from outline(list(marked_lines(report)))


def _scores(report: StudyReport, data: PlotData, _section: Section) -> Iterator[str]:
    joint, *others = data.intervals
    yield from _intervals(joint)
    yield figure(dots_picture(data.dots, ""))
    for each in others:
        yield from _intervals(each)
    yield "<h3>All scores</h3>"
    told = list(scored(report))
    yield table(score_table(each for each in told if not each.is_cell), SCORES_HEADING)
    cells = [each for each in told if each.is_cell]
    if cells:
        yield from details("All scores by seat and language", table(score_table(cells)))


def _primary(report: StudyReport, _data: PlotData, _section: Section) -> Iterator[str]:
    yield paragraph(primary_heading(report))
    yield from map(paragraph, missing_lines(report))
    yield from _compared(report.analyses, primary_only=True)


def _models(report: StudyReport, _data: PlotData, _section: Section) -> Iterator[str]:
    if not report.models:
        yield paragraph("No model has played the tasks of this study.")
        return
    yield table(model_table(report.models), models_heading(report).removesuffix(":"))
    yield table(people_minus_models(report.models), _PEOPLE_MINUS_MODELS)


def _excluded(report: StudyReport, _data: PlotData, _section: Section) -> Iterator[str]:
    if report.with_excluded is not None:
        yield from _compared(report.with_excluded, primary_only=False)
        yield from outline(list(over_games_lines(report.with_excluded)))


def _compared(analyses: Analyses, *, primary_only: bool) -> Iterator[str]:
    if analyses.compared:
        yield table(comparison_table(analyses.compared), "Differences with 95 % intervals")
    models = [each for each in analyses.models if each.primary or not primary_only]
    if models:
        yield table(people_minus_models(models), _PEOPLE_MINUS_MODELS)


def _learning(_report: StudyReport, data: PlotData, section: Section) -> Iterator[str]:
    yield figure(curves_picture(data.curves, ""))
    yield from details("Figures of the curves", table(curve_table(data.curves)))
    yield from outline(section.lines)


def _deviations(_report: StudyReport, _data: PlotData, section: Section) -> Iterator[str]:
    if not section.lines:
        yield paragraph("None is recorded.")
    yield from (f'<p dir="auto">{text(line)}</p>' for line in section.lines)


_PEOPLE_MINUS_MODELS = "People minus models, on the tasks of both"
_MADE: Mapping[Key, Callable[[StudyReport, PlotData, Section], Iterator[str]]] = {
    "study": _study,
    "flow": _flow,
    "scores": _scores,
    "primary": _primary,
    "models": _models,
    "excluded": _excluded,
    "learning": _learning,
    "deviations": _deviations,
}
"""The sections with pictures, tables or more than is printed."""


def _intervals(each: Intervals) -> Iterator[str]:
    yield figure(intervals_picture(each.measure, each.measure, each.games, ""))
    said = MEASURES[each.measure].title
    yield from details(f"Figures: {said}", table(group_table(each.games), said))
    if each.cells:
        yield from details(
            f"{said} by seat and language",
            *map(figure, cell_pictures(each, "")),
            table(group_table(each.cells), said),
        )
