"""Sections 0 and 1 of the checklist: the evaluation, and how the baseline was designed."""

from __future__ import annotations

from collections import Counter, defaultdict

from clemtui.language.sinks import markdown_text
from clemtui.study.export.records import StudyRecords
from clemtui.study.export.reporting.items import (
    BLANK,
    Item,
    counted_models,
    is_asked_again,
    place,
    span,
    stated,
    unknown,
)
from clemtui.study.telling.counts import plural

_CHOSEN = {
    "all": "all of the source",
    "sample": "a simple random sample",
    "stratified": "a random sample with the same number from every experiment, or one more",
}
_SAME_MESSAGES = {
    "assisted": "Partial. People and models play the same instances under the same rules. People "
    "get the messages as boards and forms, which put what they enter into the required format: "
    "their % played is no figure to set beside a model's.",
    "board": "Yes. People get the messages exactly as models do, with boards beside them, and "
    "write whole responses.",
    "verbatim": "Yes. People get the messages exactly as models do, and write whole responses.",
}


def _alike(records: StudyRecords) -> str:
    said = _SAME_MESSAGES[records.manifest.protocol.condition.interface]
    if not is_asked_again(records):
        return said
    return (
        f"{said.replace('Yes', 'Partial')} But they are asked again before a malformed answer that "
        "would end the episode, as no model is."
    )


def _dataset_size(records: StudyRecords) -> str:
    parts = []
    for game in records.manifest.games:
        whole = records.manifest.wanted(game.game).instances.choose == "all"
        drawn = plural(len(game.tasks), "task")
        parts.append(f"{game.game}: {drawn if whole else f'{BLANK}, of which it has {drawn}'}")
    return "; ".join(parts)


def _model_items(records: StudyRecords) -> str | None:
    found = {place(each.result) for each in counted_models(records)}
    return f"{len(found)}, all of which people have played" if found else None


def _model_samples(records: StudyRecords) -> str | None:
    samples: defaultdict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    names: dict[str, str] = {}
    for each in counted_models(records):
        names[each.result.run] = each.result.player
        samples[each.result.run][place(each.result)] += 1
    return (
        "; ".join(
            f"{markdown_text(names[run])}: {span(found.values())}" for run, found in samples.items()
        )
        or None
    )


def _people(records: StudyRecords) -> str:
    flow, planned = records.flow, records.manifest.protocol.participants.number
    return (
        f"{flow.admitted} took part, of {planned} planned; {flow.analysed} "
        f"{'is' if flow.analysed == 1 else 'are'} in the primary figures"
    )


def _counted(records: StudyRecords) -> Counter[tuple[str, str, str, str]]:
    """Return how many responses of people count, by item."""
    return Counter(place(each.result) for each in records.episodes if each.counts)


def _human_items(records: StudyRecords) -> str:
    frozen = sum(len(game.tasks) for game in records.manifest.games)
    found = _counted(records)
    tasks = {(game, records.tasks.get((game, instance))) for game, _, _, instance in found}
    begun = [each.result for each in records.episodes if not each.result.practice]
    met = {(each.game, records.tasks.get((each.game, each.instance))) for each in begun}
    more = len(met) - len(tasks)
    others = (
        "1 other was begun, and no response to it"
        if more == 1
        else (f"{more} others were begun, and no response to them")
    )
    only = f" ({others} counts)" if more else ""
    return (
        f"{plural(len(tasks), 'task')} with a response that counts, of {frozen} in the "
        f"study{only}; {plural(len(found), 'item')} if a task counts once for each role and prompt "
        "language"
    )


def _sampled(records: StudyRecords) -> str:
    protocol = records.manifest.protocol
    parts = [
        f"{each.game}: {_CHOSEN[each.instances.choose]}"
        + (f", of the experiments {', '.join(map(markdown_text, each.instances.experiments))}"
           if each.instances.experiments else "")
        for each in protocol.games
    ]  # fmt: skip
    return f"{'; '.join(parts)}. Drawn by the protocol's seed, {protocol.seed}."


def _per_item(records: StudyRecords) -> str | None:
    found = _counted(records).values()
    if not found:
        return None
    mean = sum(found) / len(found)
    return f"{mean:.1f} on average ({min(found)} to {max(found)})"


def _per_person(records: StudyRecords) -> str:
    planned = "; ".join(
        f"{each.game}: {each.episodes}, and {each.practice} for practice in each role"
        for each in records.manifest.protocol.games
    )
    done = [
        number
        for one in records.participants
        if (number := sum(each.counts for each in one.episodes))
    ]
    if not done:
        return f"Planned: {planned}"
    return (
        f"Planned: {planned}. In the records: {span(done)} that "
        f"{'counts' if {*done} == {1} else 'count'}, of those who are in the primary figures"
    )


def _assigned(records: StudyRecords) -> str:
    """Return how many episodes people were assigned, without practice. The numbers differ where
    someone does not play all languages, and after an amendment."""
    counting = [sum(not each.practice for each in one.assignments) for one in records.participants]
    if not any(counting):
        return "No episodes are assigned yet"
    fewest, most = min(counting), plural(max(counting), "episode")
    if len(set(counting)) == 1:
        return f"Each person was assigned {most}"
    return f"A person was assigned {fewest} to {most}"


def _effort(records: StudyRecords) -> str:
    protocol = records.manifest.protocol
    limits = [
        f"{each.game}: {plural(each.minutes, 'minute')}" for each in protocol.games if each.minutes
    ]
    timed = f"time limits: {'; '.join(limits)}" if limits else "no time limit"
    return (
        f"Partial. {_assigned(records)}, with {timed}. The effort of both sides is recorded, the "
        "time of every response of people and the tokens and price of every call to a model, but "
        "not equalised."
    )


def _power(records: StudyRecords) -> str:
    analysis = records.manifest.protocol.analysis
    number = records.manifest.protocol.participants.number
    return (
        f"The protocol plans {plural(number, 'participant')} for a power of {analysis.power:g} at "
        f"alpha {analysis.alpha:g}. Whether that was computed: {BLANK}"
    )


def _smallest_effect(records: StudyRecords) -> str:
    return f"{BLANK} (`clemtui study power {records.frozen.id} --mean SCORE` computes it)"


def _ethics(records: StudyRecords) -> str | None:
    return stated(records.manifest.protocol.responsible.ethics)


def _registered(records: StudyRecords) -> str:
    registered = stated(records.manifest.protocol.responsible.preregistration)
    frozen = records.frozen.frozen_at
    admitted = [each.enrolment.at for each in records.participants]
    before = "before the first participant, " if admitted and min(admitted) > frozen else ""
    amended = len(records.bodies) - 1
    return (
        f"{registered or BLANK}. The protocol was frozen {before}on {frozen:%Y-%m-%d}; amendments "
        f"since: {amended or 'none'}"
    )


PUBLICATION = (
    Item("0.1", "Title of the paper", unknown),
    Item("0.2", "Where it can be read", unknown),
    Item("0.3", "Year", unknown),
    Item("0.4", "Venue", unknown),
    Item("0.5", "What the evaluation is about: knowledge, capabilities, propensities, agents",
         unknown),
    Item("0.6", "Its medium", lambda records: "Text"),
    Item("0.7", "Its languages", lambda r: ", ".join(r.manifest.protocol.languages)),
    Item("0.8", "Items in the whole evaluation", _dataset_size),
    Item("0.9", "Items that models were run on", _model_items),
    Item("0.10", "Responses of a model to each item", _model_samples),
)  # fmt: skip

DESIGN = (
    Item("1.1", "People in the baseline", _people),
    Item("1.2", "Items in the baseline", _human_items),
    Item("1.2.1", "How they were chosen from all items", _sampled),
    Item("1.3", "Responses of people to each item", _per_item),
    Item("1.4", "Items that each person did", _per_person),
    Item("1.5", "Whether items and instructions suit people and models alike",
         _alike),
    Item("1.6", "Whether the design was developed in steps, such as with a pilot", unknown),
    Item("1.7", "Whether people and models had comparable effort", _effort),
    Item("1.8", "Whether the power was analysed", _power),
    Item("1.8.1", "The smallest effect that can be found, and with which power", _smallest_effect),
    Item("1.9", "Whether an ethics board has reviewed it", _ethics),
    Item("1.10", "Whether it was preregistered", _registered),
)  # fmt: skip
