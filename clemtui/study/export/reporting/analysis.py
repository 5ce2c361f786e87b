"""Sections 4 and 5 of the checklist: the analysis, and what is documented and released."""

from __future__ import annotations

from collections import Counter
from statistics import median

from clemtui import __version__
from clemtui.engine import answering_seconds
from clemtui.language.sinks import markdown_text
from clemtui.study.export.records import StudyRecords
from clemtui.study.export.reporting.items import BLANK, Item, span, unknown
from clemtui.study.path.steps import AGE

_CORRECTIONS = {
    "holm": "adjusted by Holm's method", "bh": "adjusted by Benjamini and Hochberg's method",
    "none": "not adjusted",
}  # fmt: skip
_ON_TASKS = "the difference of means on the same tasks, with people and tasks as random"
_TESTS = {
    "people and model": f"{_ON_TASKS}; beside it a sign-flip test over tasks, and McNemar's exact "
    "test where it applies",
    "people and value": "the mean of people against the value, with people and tasks as random",
    "languages": f"{_ON_TASKS}; unpaired where the tasks of languages differ",
    "seats": _ON_TASKS,
    "games": "the difference of means of the same people on different tasks",
}
_MEASURES = {
    "joint": "the joint score (aborted episodes count 0)",
    "quality": "the quality score of the played episodes",
    "played": "the share of played episodes",
}


def _significance(records: StudyRecords) -> str:
    primary = records.manifest.protocol.analysis.primary
    if primary.between == "people and model":
        model = markdown_text(primary.model or "")
        planned = f"people and {model}, in {_MEASURES[primary.measure]}"
        if any(each.result.player == primary.model for each in records.models):
            return f"Yes: {planned}"
        return f"Planned: {planned}; the model has not played yet: {BLANK}"
    if records.models:
        return f"Yes, for the models in the records; the primary comparison is {primary.between}"
    return f"The primary comparison is {primary.between}. With a model: {BLANK}"


def _test(records: StudyRecords) -> str:
    analysis = records.manifest.protocol.analysis
    margin = (
        f"; two one-sided tests of equivalence within {analysis.margin:g} points"
        if analysis.margin
        else ""
    )
    return (
        f"In `clemtui study report`: {_TESTS[analysis.primary.between]}; "
        f"alpha {analysis.alpha:g}; p values {_CORRECTIONS[analysis.correction]}{margin}"
    )


def _robustness(records: StudyRecords) -> str:
    return (
        "The report has every figure that an exclusion changes with and without it. Whether the "
        f"conclusion changes: {BLANK}"
    )


def _same_scores(records: StudyRecords) -> str:
    if records.manifest.protocol.condition.interface == "assisted":
        return (
            "The same measures for both, computed in the same way. But people answered in forms, "
            "which keep answers in the required form: their % played, and with it their joint "
            "score, cannot be set beside a model's without that reservation"
        )
    return "Yes: the same measures for both, computed in the same way"


def _uncertainty(records: StudyRecords) -> str:
    played = any(each.counts for one in records.participants for each in one.episodes)
    return "Yes" if played else f"Nothing has been played that counts: {BLANK}"


def _same_rules(records: StudyRecords) -> str:
    versions = "; ".join(f"{each.game} {each.version}" for each in records.manifest.games)
    return f"Yes: the same rules of the games ({versions}), whose hashes were frozen"


ANALYSIS = (
    Item("4.1", "Whether the difference between people and models was tested", _significance),
    Item("4.1.1", "With which test", _test),
    Item("4.2", "Whether the uncertainty is given", _uncertainty),
    Item("4.2.1", "As what: a number, an interval, a distribution",
         lambda records: "Numbers with 95 % intervals that hold for other people and other "
         "instances of the same kind"),
    Item("4.3", "Whether people and models are measured alike", _same_scores),
    Item("4.4", "Whether the same criteria apply to both", _same_rules),
    Item("4.5", "Whether the same method scores both",
         lambda records: "Yes: the program scores both"),
    Item("4.6", "Whether the results depend on the exclusions", _robustness),
)  # fmt: skip


def _demographics(records: StudyRecords) -> str | None:
    ages: Counter[str] = Counter(
        markdown_text(str(each.value))
        for one in records.participants
        for each in one.answers
        if (each.part, each.item) == ("questionnaire", AGE)
    )
    if not ages:
        return None
    counted = ", ".join(f"{age}: {number}" for age, number in sorted(ages.items()))
    return f"Age: {counted}. Languages and further answers: table answers. Others: {BLANK}"


def _time(records: StudyRecords) -> str | None:
    minutes = []
    for each in records.episodes:
        if each.counts:
            timings = [turn.timing for turn in each.played.turns if turn.timing is not None]
            seconds = [found for t in timings if (found := answering_seconds(t)) is not None]
            if seconds:
                minutes.append(sum(seconds) / 60)
    if not minutes:
        return None
    return (
        f"Median {median(minutes):.1f} minutes of answering in an episode ({span(minutes, 1)}); "
        "every response is in the table responses"
    )


def _ai_tools(records: StudyRecords) -> str:
    used = sum("ai_use" in one.marks for one in records.participants)
    if not records.manifest.protocol.questionnaire.ai_use:
        return f"Not asked. {BLANK}"
    return f"People who said that they used one: {used}" + (f"; which: {BLANK}" if used else "")


def _completion(records: StudyRecords) -> str:
    flow = records.flow
    return (
        f"Of {flow.admitted} participants, {flow.withdrawn} withdrew or were erased and "
        f"{flow.unfinished} have not finished"
    )


def _individual(records: StudyRecords) -> str:
    return (
        f"The export of this study has one row for each response, by participant number. Whether "
        f"it is public: {BLANK}"
    )


def _materials(records: StudyRecords) -> str:
    return (
        "The protocol, the tasks by their hashes and the consent texts are in the export "
        f"(`materials/`, `documentation/`). Whether they are public: {BLANK}"
    )


def _code(records: StudyRecords) -> str:
    return (
        f"Collected with clemtui {records.manifest.program} and exported with {__version__}, free "
        f"software whose report command is the analysis. Further code: {BLANK}"
    )


DOCUMENTATION = (
    Item("5.1.1", "Who the people in the sample are", _demographics),
    Item("5.1.2", "The instructions that they got",
         lambda records: "The consent texts are in the export; the rules of the games are those of "
         f"clemtui {records.manifest.program}, by the hashes that were frozen"),
    Item("5.1.3", "How long it took", _time),
    Item("5.1.4", "Which AI tools people used", _ai_tools),
    Item("5.1.5", "How many began and did not finish", _completion),
    Item("5.2", "Whether the data are public", unknown),
    Item("5.2.1", "Whether each response can be traced to one anonymous person", _individual),
    Item("5.2.2", "Why they are not public", unknown),
    Item("5.3", "Whether the materials are public", _materials),
    Item("5.4", "Whether the code of the analysis is public", _code),
)  # fmt: skip
