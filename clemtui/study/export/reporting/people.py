"""Sections 2 and 3 of the checklist: who took part, and how the data were collected."""

from __future__ import annotations

from collections import Counter

from clemtui.language.sinks import markdown_text
from clemtui.study.export.records import StudyRecords
from clemtui.study.export.reporting.items import BLANK, Item, quoted, span, stated, unknown
from clemtui.study.results.flow import EXCLUSIONS
from clemtui.study.telling.counts import plural

_ORDERS = {
    "balanced": "by the rows of a Williams design",
    "random": "at random, by the protocol's seed",
    "listed": "as listed in the protocol",
}


def _population(records: StudyRecords) -> str | None:
    return stated(records.manifest.protocol.participants.population)


def _criteria(records: StudyRecords) -> str | None:
    people, asked = records.manifest.protocol.participants, records.manifest.protocol.questionnaire
    found = []
    if asked.languages:
        level = people.language_level
        wanted = "native speaker" if level == "native" else f"{level} (CEFR) or better"
        found.append(f"language: {wanted} in the prompt language, by their own judgement")
    if people.eligibility:
        found.append(f"statements that everyone confirmed: {quoted(people.eligibility)}")
    return "; ".join(found) or None


def _recruitment(records: StudyRecords) -> str | None:
    return stated(records.manifest.protocol.participants.recruitment)


def _prequalified(records: StudyRecords) -> str:
    return "No, by the protocol" if _criteria(records) is None else "Yes"


def _turned_away(records: StudyRecords) -> str:
    flow = records.flow
    out = flow.turned_away.get("not eligible", 0)
    return f"{out} of {flow.asked} who were asked could not take part"


def _contamination(records: StudyRecords) -> str:
    twice = records.repeated
    who = f"{plural(twice, 'participant')} did nevertheless, as after a merge. " if twice else ""
    return (
        "Partial. No one is assigned a task that they have met in this program, in any language or "
        f"role. {who}What they had seen elsewhere: {BLANK}"
    )


def _training(records: StudyRecords) -> str:
    games = records.manifest.games
    asked = [each.game for each in games if each.comprehension]
    practice = ", ".join(
        f"{each.practice} in {each.game}" for each in records.manifest.protocol.games
    )
    of = "" if len(asked) == len(games) else f" of {', '.join(asked)}"
    checks = f", and questions about the rules{of} with two attempts" if asked else ""
    return (
        f"The rules of each game, practice episodes with feedback on tasks from outside the study "
        f"(for each role: {practice}){checks}"
    )


def _payment(records: StudyRecords) -> str | None:
    return stated(records.manifest.protocol.participants.payment)


def _amount(records: StudyRecords) -> str | None:
    said = _payment(records)
    return None if said is None else f"As stated: “{said}”; per hour: {BLANK}"


def _practice_paid(records: StudyRecords) -> str | None:
    said = _payment(records)
    return None if said is None else f"{BLANK} (the protocol says of payment: “{said}”)"


RECRUITMENT = (
    Item("2.1", "The population for which the baseline stands", _population),
    Item("2.1.1", "By what it is defined", _criteria),
    Item("2.2", "How people were found", _recruitment),
    Item("2.3", "Whether they were selected beforehand", _prequalified),
    Item("2.3.1", "By which criteria", _criteria),
    Item("2.3.2", "How many these excluded", _turned_away),
    Item("2.4", "Whether authors took part themselves", unknown),
    Item("2.5", "Whether people who knew the items were excluded", _contamination),
    Item("2.6", "Whether people were trained", lambda records: "Yes"),
    Item("2.6.1", "How", _training),
    Item("2.6.2", "Whether they were paid for that", _practice_paid),
    Item("2.6.2.1", "How much", unknown),
    Item("2.7", "Whether they were paid for taking part", _payment),
    Item("2.7.1", "How much", _amount),
    Item("2.7.2", "Whether performance was rewarded", unknown),
    Item("2.7.2.1", "How much, and for what", unknown),
    Item("2.7.3", "Whether all were paid alike", unknown),
    Item("2.7.3.1", "How it was decided otherwise", unknown),
)


def _sittings(records: StudyRecords) -> str:
    counted: Counter[tuple[str, str]] = Counter(
        (one.id, each.played.session)
        for one in records.participants
        for each in one.episodes
        if not each.result.practice
    )
    breaks = records.manifest.protocol.condition.breaks
    every = "every episode" if breaks == 1 else f"every {breaks} episodes"
    pause = f"a break is offered after {every}" if breaks else "no break is offered"
    found = f"{span(counted.values())} begun in a sitting" if counted else "nothing was played yet"
    return (
        f"As many as they like: {pause}, and people can leave and go on later. In the records: "
        f"{found}, without practice"
    )


def _order(records: StudyRecords) -> str:
    order, games = records.manifest.protocol.order, records.manifest.games
    found = [
        f"games {_ORDERS[order.games]}" if len(games) > 1 else "",
        f"languages and roles within a game {_ORDERS[order.conditions]}"
        if any(len(each.cells) > 1 for each in games)
        else "",
        "tasks at random for each person, within each language and role",
    ]
    said = "; ".join(each for each in found if each)
    return said[0].upper() + said[1:]


def _checks(records: StudyRecords) -> str:
    checks = records.manifest.protocol.checks
    fast = checks.too_fast
    asked = any(each.comprehension for each in records.manifest.games)
    found = [
        "questions about the rules, wrong twice (`comprehension`)" if asked else "",
        f"{plural(len(checks.attention), 'attention question')} (`attention`)"
        if checks.attention
        else "",
        "use of a language model, by their own account (`ai_use`)"
        if records.manifest.protocol.questionnaire.ai_use
        else "",
        "leaving before the end (`unfinished`)",
        f"at least {100 * fast.share:g} % of the answers in an episode under {fast.seconds:g} s "
        "(`too_fast`)"
        if fast.seconds
        else "",
        f"an answer after more than {plural(checks.idle_minutes, 'minute')} (`idle`)"
        if checks.idle_minutes
        else "",
        f"{plural(checks.identical, 'identical answer')} in words in a row (`identical`)"
        if checks.identical
        else "",
        "pasted answers (`pasted`)" if checks.pasted else "",
    ]
    said = "; ".join(each for each in found if each)
    excluding = ", ".join(f"`{e}`" for e in checks.exclude if f"(`{e}`)" in said) or "none"
    return f"Marked: {said}. Excluding: {excluding}"


def _excluded(records: StudyRecords) -> str:
    counted = [each for each in records.episodes if not each.result.practice]
    marked = sum(each.result.left_out is None and bool(each.excluding) for each in counted)
    by_hand = sum(each.result.left_out == "excluded" for each in counted)
    flow = records.flow
    people = {mark: flow.not_analysed[mark] for mark in EXCLUSIONS if flow.not_analysed[mark]}
    which = ", ".join(f"{mark} {number}" for mark, number in people.items())
    by_mark = f" ({which}, each by the first mark that applies)" if which else ""
    return (
        f"{marked} of {plural(len(counted), 'episode')} by marks, {by_hand} by hand; "
        f"{sum(people.values())} of {plural(flow.admitted, 'participant')} by marks{by_mark}"
    )


def _screen(records: StudyRecords) -> str:
    interface = records.manifest.protocol.condition.interface
    if interface == "verbatim":
        return "Partial. People read the same messages and type whole responses, in a terminal"
    boards = "boards, forms and aids" if interface == "assisted" else "boards beside the messages"
    return f"No. People have {boards}; models get messages alone"


def _adjusted(records: StudyRecords) -> str:
    return (
        "Partial. Episodes with different interfaces are never pooled, and what people had is "
        "recorded with each (`condition` in the table of episodes)"
    )


def _instructions(records: StudyRecords) -> str:
    assisted = records.manifest.protocol.condition.interface == "assisted"
    messages = (
        "People read what the game master says as speech, with the short rules in place of the "
        "prompt"
        if assisted
        else "The game master's messages are the same for both"
    )
    return (
        f"Partial. {messages}. People also read the rules of each game in the prompt languages "
        "that they will play in, and practise"
    )


def _tools(records: StudyRecords) -> str:
    condition = records.manifest.protocol.condition
    if condition.interface == "board" or condition.aids == ():
        return "Yes: neither side has any in the program"
    every = r"end\_warning" if condition.interface == "verbatim" else "the aids of the games"
    aids = ", ".join(map(markdown_text, condition.aids or ())) or every
    return f"Partial: people have {aids}; models have no tools"


def _oversight(records: StudyRecords) -> str:
    asked = records.manifest.protocol.questionnaire.ai_use
    question = "People are asked at the end whether they used a language model. " if asked else ""
    return (
        f"Partial. {question}Pasted characters and response times are recorded; nothing is "
        f"enforced by the program. Other oversight: {BLANK}"
    )


def _explanations(records: StudyRecords) -> str:
    asked = records.manifest.protocol.questionnaire.questions
    found = [each.text for each in asked if not each.options]
    return f"Questions in words at the end: {quoted(found)}" if found else "No"


EXECUTION = (
    Item("3.1", "Items in one sitting", _sittings),
    Item("3.1.1", "Whether their order was random", _order),
    Item("3.2", "Whether the quality of the data was checked", lambda records: "Yes"),
    Item("3.2.1", "By what, and what was excluded for it", _checks),
    Item("3.2.2", "How much was excluded", _excluded),
    Item("3.3", "Whether people and models had the same interface", _screen),
    Item("3.3.1", "Whether people had a graphical interface and models an API",
         lambda records: "People have one in a terminal, as text; models have an API"),
    Item("3.3.2", "Whether that is adjusted for", _adjusted),
    Item("3.4", "Whether people and models had the same instructions", _instructions),
    Item("3.4.1", "Whether that is adjusted for", unknown),
    Item("3.5", "Whether people and models had the same tools", _tools),
    Item("3.5.1", "How the use of other tools was prevented", _oversight),
    Item("3.6", "Whether people explained their responses afterwards", _explanations),
)  # fmt: skip
