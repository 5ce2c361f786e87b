"""Sections 4 and 5 of the checklist: the analysis, and what is documented and released."""

from __future__ import annotations

from collections import Counter
from statistics import median

from clemtui import __version__
from clemtui.engine import answering_seconds
from clemtui.language.sinks import markdown_text
from clemtui.study.export.records import ParticipantEpisode, StudyRecords
from clemtui.study.export.reporting.items import (
    BLANK,
    Item,
    counted_models,
    differs,
    is_asked_again,
    place,
    span,
    unknown,
)
from clemtui.study.path.steps import AGE, AI_USE
from clemtui.study.path.wording import RATHER_NOT_SAY
from clemtui.study.tasks import in_common
from clemtui.study.telling.counts import plural

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
    "games": "the difference of means of the same people",
}
_MEASURES = {
    "joint": "the joint score (aborted episodes count 0)",
    "quality": "the quality score of the played episodes",
    "played": "the share of played episodes",
}


def _significance(records: StudyRecords) -> str:
    primary = records.manifest.protocol.analysis.primary
    played = {place(each.result) for each in records.episodes if each.counts}
    shared = {
        each.result.player for each in counted_models(records) if place(each.result) in played
    }
    if primary.between == "people and model":
        model = markdown_text(primary.model or "")
        planned = f"people and {model}, in {_MEASURES[primary.measure]}"
        if primary.model in shared:
            return f"Yes: {planned}"
        return f"Planned: {planned}; nothing of both counts yet on the same task: {BLANK}"
    if shared:
        names = ", ".join(map(markdown_text, sorted(shared)))
        return f"Yes, for {names}; the primary comparison is {primary.between}"
    return f"The primary comparison is {primary.between}. With a model: {BLANK}"


def _on_which_tasks(records: StudyRecords) -> str:
    """Return on which tasks two games are compared: those of one family can share some."""
    manifest = records.manifest
    primary = manifest.protocol.analysis.primary
    if primary.between != "games":
        return ""
    baseline = [each for each in manifest.games if each.game == primary.baseline]
    shared = [
        f"{plural(number, 'task')} of {each.game} and {other.game} {'is' if number == 1 else 'are'}"
        for other in baseline
        for each in manifest.games
        if each is not other and (number := in_common(each.tasks, other.tasks))
    ]
    if not shared:
        return " on different tasks"
    return (
        f", unpaired ({' and '.join(shared)} the same: no one plays one of these twice, and "
        "they count as different ones)"
    )


def _test(records: StudyRecords) -> str:
    analysis = records.manifest.protocol.analysis
    margin = (
        f"; two one-sided tests of equivalence within {plural(analysis.margin, 'point')}, as a "
        "family of their own"
        if analysis.margin
        else ""
    )
    return (
        f"In `clemtui study report`: {_TESTS[analysis.primary.between]}"
        f"{_on_which_tasks(records)}; "
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
    if is_asked_again(records):
        return (
            "The same measures for both, computed in the same way. But people are asked again "
            "before a malformed answer that would end the episode, as no model is: their % played, "
            "and with it their joint score, cannot be set beside a model's without that "
            "reservation"
        )
    return "Yes: the same measures for both, computed in the same way"


def _has_interval(records: StudyRecords) -> bool:
    """Whether a figure of the report has an interval: two people with two tasks of a game."""
    for game in records.manifest.games:
        found = [
            (each.result.enrolment, records.tasks.get((game.game, each.result.instance)))
            for each in records.episodes
            if each.counts and each.result.game == game.game
        ]
        if len({who for who, _ in found}) > 1 and len({task for _, task in found}) > 1:
            return True
    return False


def _uncertainty(records: StudyRecords) -> str:
    if _has_interval(records):
        return "Yes"
    return f"Not yet: an interval needs two people with two tasks that count: {BLANK}"


def _as_what(records: StudyRecords) -> str | None:
    if not _has_interval(records):
        return None
    return (
        "Numbers with 95 % intervals that hold for other people and other instances of the same "
        "kind"
    )


def _same_method(records: StudyRecords) -> str | None:
    return "Yes: the program scores both" if counted_models(records) else None


def _same_rules(records: StudyRecords) -> str | None:
    if not counted_models(records):
        return None  # a value from elsewhere comes with rules of its own
    versions = "; ".join(f"{each.game} {each.version}" for each in records.manifest.games)
    if differs(records, "rules"):
        return (
            f"Partial: the rules of the games ({versions}) were frozen, but other ones were found "
            f"later (deviations in the report). Whether that matters: {BLANK}"
        )
    return f"Yes: the same rules of the games ({versions}), whose hashes were frozen"


ANALYSIS = (
    Item("4.1", "Whether the difference between people and models was tested", _significance),
    Item("4.1.1", "With which test", _test),
    Item("4.2", "Whether the uncertainty is given", _uncertainty),
    Item("4.2.1", "As what: a number, an interval, a distribution",
         _as_what),
    Item("4.3", "Whether people and models are measured alike", _same_scores),
    Item("4.4", "Whether the same criteria apply to both", _same_rules),
    Item("4.5", "Whether the same method scores both", _same_method),
    Item("4.6", "Whether the results depend on the exclusions", _robustness),
)  # fmt: skip


def _demographics(records: StudyRecords) -> str | None:
    ages: Counter[str] = Counter(
        markdown_text(str(each.value))
        for one in records.participants
        for each in one.answers
        if (each.part, each.item) == ("questionnaire", AGE)
    )
    unsaid = ages.pop(markdown_text(RATHER_NOT_SAY), 0)
    if not ages and not unsaid:
        return None
    counted = ", ".join(f"{age}: {number}" for age, number in sorted(ages.items()))
    would_not = f"; {unsaid} would rather not say" if unsaid else ""
    return (
        f"Age, of all who said it: {counted or 'no one'}{would_not}. Languages and further "
        f"answers: table answers. Others: {BLANK}"
    )


def _time(records: StudyRecords) -> str | None:
    minutes = [
        sum(found) / 60
        for each in records.episodes
        if each.counts and (found := _answering(each)) is not None
    ]
    if not minutes:
        return None
    counted = sum(each.counts for each in records.episodes)
    unknown = f"; unknown for {counted - len(minutes)}" if counted > len(minutes) else ""
    return (
        f"Median {median(minutes):.1f} minutes of answering in an episode ({span(minutes, 1)}"
        f"{unknown}); every response is in the table responses"
    )


def _answering(each: ParticipantEpisode) -> list[float] | None:
    """Return the seconds of the participant's answers; None if there is none, or one is unknown."""
    own = [turn for turn in each.played.turns if turn.seat.seat == each.result.seat]
    found = [None if turn.timing is None else answering_seconds(turn.timing) for turn in own]
    known = [seconds for seconds in found if seconds is not None]
    return known if known and len(known) == len(found) else None


def _ai_tools(records: StudyRecords) -> str:
    if not records.manifest.protocol.questionnaire.ai_use:
        return f"Not asked. {BLANK}"
    said = [
        bool(each.value)
        for one in records.participants
        for each in one.answers
        if (each.part, each.item) == ("questionnaire", AI_USE)
    ]
    used = sum(said)
    which = f"; which: {BLANK}" if used else ""
    asked = plural(len(said), "participant")
    return f"{used} of {asked} who answered said that they used one{which}"


def _completion(records: StudyRecords) -> str:
    flow = records.flow
    return (
        f"Of {plural(flow.admitted, 'participant')}, {flow.finished} finished, {flow.withdrawn} "
        f"withdrew or {'was' if flow.withdrawn == 1 else 'were'} erased, and {flow.unfinished} "
        f"{'has' if flow.unfinished == 1 else 'have'} not finished"
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
    other = " and other versions (deviations)" if differs(records, "program") else ""
    return (
        f"Collected with clemtui {records.manifest.program}{other} and exported with "
        f"{__version__}, free software whose report command is the analysis. Further code: {BLANK}"
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
