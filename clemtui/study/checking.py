"""Whether a protocol can be carried out as it is, and what a reviewer would object to.

In English only, like the entries of the file that it names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from clemtui.catalogue import Catalogue
from clemtui.engine import placeholders
from clemtui.episode.condition import aids_of
from clemtui.language import available_languages
from clemtui.players.addresses import is_local
from clemtui.players.llm.parameters import ModelParameters
from clemtui.strict import Place
from clemtui.study.assignment.planning import (
    Design,
    Planned,
    PlannedTask,
    design_of,
    game_design,
    plan_for,
)
from clemtui.study.errors import StudyError
from clemtui.study.protocol.folder import StudyFolder
from clemtui.study.protocol.model import Blinding, Protocol, Question, StudyGame
from clemtui.study.protocol.reading import Problem, line_numbers
from clemtui.study.tasks import GameTasks, Task, Wrong, draw_tasks, hidden_seats, with_practice

CONTACT = "contact"
NOTICE = "model_notice"
"""In a consent text, the place of the program's own sentence that says to which servers of models a
participant's words are sent; nothing stands there if they stay on this computer."""

BLANK = re.compile(r"\[[^][\n]+\](?![(\[:])")
"""What the templates of consent texts leave to be filled in; not a link in Markdown."""

RESERVED = ("age", "ai_use", "familiarity")
"""The ids of the program's own questions, see `clemtui.study.path.steps`."""

FEW_PARTICIPANTS = 16
_FEW_TASKS = 10
"""Below these numbers, intervals are wide and their coverage was not established: see
docs/studies.md and `clemtui.analysis.baseline.means`."""

_FEW_MINUTES = 0.5

_SIMULATED = 24
"""For how many participants the check makes plans."""

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about a protocol: an error prevents freezing it, a warning does not."""

    severity: Severity
    problem: Problem

    def __str__(self) -> str:
        return f"{self.severity}: {self.problem}"


@dataclass(frozen=True, slots=True)
class Checked:
    """A study with its tasks, as far as they can be drawn, and everything found."""

    study: StudyFolder
    games: tuple[GameTasks, ...]
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that prevent freezing."""
        return tuple(each for each in self.findings if each.severity == "error")


@dataclass(slots=True)
class _Notes:
    """Findings by place, before their lines are known."""

    found: list[tuple[Severity, Place, str]] = field(default_factory=list)

    def error(self, place: Place, what: str) -> None:
        self.found.append(("error", place, what))

    def warning(self, place: Place, what: str) -> None:
        self.found.append(("warning", place, what))


def check_study(catalogue: Catalogue, study: StudyFolder, clembench: Path | None) -> Checked:
    """Check everything that a protocol names, and draw its tasks.

    Args:
        clembench: the folder of the benchmark, for instances from there.
    """
    notes = _Notes()
    games = _games(catalogue, study, clembench, notes)
    _participants(study, notes)
    _consent(study, notes)
    _texts(study, notes)
    _condition(study, games, notes)
    _blinding(study, games, notes)
    _checks(study, notes)
    _analysis(study, games, notes)
    lines = line_numbers(study.text, [place for _, place, _ in notes.found])
    findings = (
        Finding(severity, Problem(line, place, what))
        for line, (severity, place, what) in zip(lines, notes.found, strict=True)
    )
    ordered = sorted(findings, key=lambda each: (each.severity, each.problem.line))
    return Checked(study, games, tuple(ordered))


def _games(
    catalogue: Catalogue, study: StudyFolder, clembench: Path | None, notes: _Notes
) -> tuple[GameTasks, ...]:
    drawn: list[GameTasks] = []
    for number, wanted in enumerate(study.protocol.games):
        place = ("games", number)
        if wanted.game in (each.game for each in study.protocol.games[:number]):
            notes.error((*place, "game"), "is in the study twice")
            continue
        try:
            found = draw_tasks(catalogue, study, number, clembench)
        except Wrong as wrong:
            notes.error(wrong.place, wrong.what)
            continue
        except StudyError as error:
            notes.error(place, str(error))
            continue
        drawn.append(found)
        _game(catalogue, study, found, notes)
    _languages(study, drawn, notes)
    try:
        complete = with_practice(catalogue, study, drawn)
    except Wrong as wrong:
        notes.error(wrong.place, wrong.what)
        return tuple(drawn)
    if not any(severity == "error" for severity, *_ in notes.found):
        _plans(study, complete, notes)
    return complete


def _plans(study: StudyFolder, games: Sequence[GameTasks], notes: _Notes) -> None:
    """Plan for some people who have met nothing: games may share tasks, such as words."""
    protocol = study.protocol
    design = planned_design(protocol, games)
    people = min(protocol.participants.number, _SIMULATED)
    plans: list[Sequence[Planned]] = []
    short: Counter[str] = Counter()
    for number in range(1, people + 1):
        plan = plan_for(design, number, protocol.languages, (), plans)
        plans.append(plan.episodes)
        short.update(plan.short.keys())
    for each in games:
        if lacking := short[each.game.card.id]:
            who = "1 has" if lacking == 1 else f"{lacking} have"
            what = (
                f"there are too few tasks: of {people} planned participants, {who} met some of "
                "them in other games and would not find enough"
            )
            notes.error(("games", each.number, "episodes"), what)


def planned_design(protocol: Protocol, games: Iterable[GameTasks]) -> Design:
    """Return what a protocol will say about assignments when it is frozen."""
    return design_of(
        protocol,
        (
            game_design(
                protocol.games[each.number],
                each.cells,
                map(_planned, each.tasks),
                map(_planned, each.practice),
            )
            for each in games
        ),
    )


def _planned(task: Task) -> PlannedTask:
    hashes = {language: instance.hash for language, instance in task.instances.items()}
    return PlannedTask(task.name, task.key, hashes)


def _languages(study: StudyFolder, drawn: Sequence[GameTasks], notes: _Notes) -> None:
    played = {language for each in drawn for language in each.languages}
    for at, language in enumerate(study.protocol.languages):
        if drawn and language not in played:
            notes.error(("languages", at), f"no game of the study can be played in {language!r}")


def _game(catalogue: Catalogue, study: StudyFolder, found: GameTasks, notes: _Notes) -> None:
    place = ("games", found.number)
    wanted = study.protocol.games[found.number]
    for language, why in found.holes.items():
        what = f"cannot be played in {language!r}: {why}; participants play it in other languages"
        notes.warning((*place, "game"), what)
    if found.dropped:
        what = (
            "1 task is not set in all languages and was not chosen"
            if found.dropped == 1
            else f"{found.dropped} tasks are not set in all languages and were not chosen"
        )
        notes.warning((*place, "instances"), what)
    if not found.paired and len(found.languages) > 1:
        what = "its tasks differ between languages, which can only be compared unpaired"
        notes.warning((*place, "instances"), what)
    keys = len({task.key for task in found.tasks})
    if keys < wanted.episodes:
        there = "is 1" if keys == 1 else f"are {keys} different ones"
        what = f"is too large: a participant meets a task once, and there {there}"
        notes.error((*place, "episodes"), what)
    if wanted.episodes < len(found.cells):
        what = (
            f"a participant plays {wanted.episodes} of {len(found.cells)} combinations of seat and "
            "language"
        )
        notes.warning((*place, "episodes"), what)
    _little(wanted, keys, place, notes)
    if wanted.partner == "person":
        _person(catalogue, found, notes)
    if not asked_about(wanted, found):
        notes.warning(place, "has no comprehension questions")
    asked = wanted.comprehension or ()
    for at, question in enumerate(asked):
        if question.answer is None:
            notes.error((*place, "comprehension", at), "answer is missing: which option is right")
        if question.id in (other.id for other in asked[:at]):
            notes.error((*place, "comprehension", at, "id"), "another question has this id")


def _little(wanted: StudyGame, tasks: int, place: Place, notes: _Notes) -> None:
    """Warn of little time and of few tasks."""
    if wanted.minutes is not None and wanted.minutes < _FEW_MINUTES:
        what = "is less than most people need to read and answer once"
        notes.warning((*place, "minutes"), what)
    if tasks < _FEW_TASKS:
        what = (
            f"fewer than {_FEW_TASKS} tasks say little about others of their kind: intervals will "
            "be wide"
        )
        notes.warning((*place, "instances"), what)


def asked_about(wanted: StudyGame, found: GameTasks) -> Mapping[str, int]:
    """Return the right options of the comprehension questions about a game, by their ids.

    They are those of the protocol, if it has any of its own, or else those of the game.
    """
    if wanted.comprehension is None:
        return {each.id: each.right for each in found.game.card.comprehension}
    return {each.id: each.answer or 0 for each in wanted.comprehension}


def _person(catalogue: Catalogue, found: GameTasks, notes: _Notes) -> None:
    place = ("games", found.number, "partner")
    others = [each for each in found.game.card.seats if not each.service]
    if len(others) < 2:
        notes.error(place, "the game has no seat for a second person")
        return
    hidden = hidden_seats(catalogue, found.game, found.tasks)
    if hidden:
        who = ", ".join(sorted(hidden))
        what = (
            f"a second person at the same keyboard would see what {who} must not show; choose "
            '"scripted" or a model'
        )
        notes.error(place, what)
        return
    what = (
        "the second person is recorded too, but is asked for nothing: get their consent yourself, "
        "and tell participants in the consent text that someone else plays with them"
    )
    notes.warning(place, what)


def _participants(study: StudyFolder, notes: _Notes) -> None:
    people = study.protocol.participants
    if people.number < FEW_PARTICIPANTS:
        what = (
            f"fewer than {FEW_PARTICIPANTS} give wide intervals; 'clemtui study power' says what "
            "can be found with them"
        )
        notes.warning(("participants", "number"), what)
    if people.collectors > people.number:
        notes.error(("participants", "collectors"), "there are more collectors than participants")
    if not people.eligibility:
        notes.warning(("participants",), "eligibility is missing: everyone can take part")
    for table, name in study.protocol.unstated:
        notes.warning((table,), f"{name} is missing; the report will say so")


def _consent(study: StudyFolder, notes: _Notes) -> None:
    protocol = study.protocol
    remote = sorted({model.model for game in protocol.games for model in remote_models(game)})
    for language in protocol.interface_languages:
        place = ("consent", language)
        if language not in available_languages():
            known = ", ".join(available_languages())
            what = f"the program does not speak {language!r}; available: {known}"
            notes.error(("interface_languages",), what)
        if language not in protocol.consent:
            notes.error(("consent",), f"{language} is missing: a file with the text")
        elif language not in study.consents:
            notes.error(place, f"file not found: {study.path / protocol.consent[language]}")
        else:
            file = protocol.consent[language]
            _consent_text(study.consents[language], place, file, remote, notes)
    for language in protocol.consent.keys() - set(protocol.interface_languages):
        notes.error(("consent", language), "is not one of interface_languages")


def blank_in(study: StudyFolder) -> str | None:
    """Return the first language whose consent text has a blank to fill in; None: there is none."""
    texts = study.consents.items()
    return next((language for language, text in texts if BLANK.search(text)), None)


def _consent_text(text: str, place: Place, file: str, remote: Sequence[str], notes: _Notes) -> None:
    used = placeholders(text)
    if not text.strip():
        notes.error(place, "the file is empty")
    for name in sorted(used - {CONTACT, NOTICE}):
        notes.error(
            place, f"unknown placeholder ${{{name}}}; available: ${{{CONTACT}}}, ${{{NOTICE}}}"
        )
    for number, line in enumerate(text.splitlines(), 1):
        for blank in BLANK.findall(line):
            notes.warning(place, f"line {number} of {file} has a blank to fill in: {blank}")
    if CONTACT not in used:
        notes.error(
            place, f"does not say whom to ask: write ${{{CONTACT}}} where the contact belongs"
        )
    if remote and NOTICE not in used:
        what = (
            f"does not say that words are sent to {', '.join(remote)}: write ${{{NOTICE}}} where "
            "that sentence belongs"
        )
        notes.error(place, what)


def remote_models(game: StudyGame) -> tuple[ModelParameters, ...]:
    """Return the partner of a game if it is a model on another computer."""
    partner = game.partner
    if isinstance(partner, ModelParameters) and not is_local(partner.api_base):
        return (partner,)
    return ()


def _texts(study: StudyFolder, notes: _Notes) -> None:
    """Check that what participants read is there in every interface language."""
    for place, texts in _read_by_participants(study):
        for language in study.protocol.interface_languages:
            if language not in texts:
                notes.error(place, f"{language} is missing")


def _read_by_participants(study: StudyFolder) -> Iterator[tuple[Place, Mapping[str, str]]]:
    protocol = study.protocol
    if protocol.public_title is not None:
        yield ("public_title",), protocol.public_title
    for at, statement in enumerate(protocol.participants.eligibility):
        yield ("participants", "eligibility", at), statement
    for number, game in enumerate(protocol.games):
        yield from _of_questions(("games", number, "comprehension"), game.comprehension or ())
    yield from _of_questions(("checks", "attention"), protocol.checks.attention)
    questions = protocol.questionnaire.questions
    yield from _of_questions(("questionnaire", "questions"), questions)


def _of_questions(
    place: Place, questions: Sequence[Question]
) -> Iterator[tuple[Place, Mapping[str, str]]]:
    for at, question in enumerate(questions):
        yield (*place, at, "text"), question.text
        for number, option in enumerate(question.options):
            yield (*place, at, "options", number), option


def _condition(study: StudyFolder, games: Sequence[GameTasks], notes: _Notes) -> None:
    condition = study.protocol.condition
    known = {aid for each in games for aid in aids_of(each.game.card, condition.interface)}
    for at, aid in enumerate(condition.aids or ()):
        if aid not in known:
            available = ", ".join(sorted(known)) or "none"
            what = f"no game of the study has this aid with the interface; available: {available}"
            notes.error(("condition", "aids", at), what)
    if condition.feedback != "none":
        what = "participants learn how they did, which may change how they play"
        notes.warning(("condition", "feedback"), what)


def _blinding(study: StudyFolder, games: Sequence[GameTasks], notes: _Notes) -> None:
    blinding = study.protocol.blinding
    if blinding.pacing is not None:
        _pacing(blinding, notes)
    names = [name for name in ("partner", "question") if getattr(blinding, name)]
    if not names:
        return
    for number, game in enumerate(study.protocol.games):
        if game.partner == "person":
            what = f"a person at the same keyboard is seen: {' and '.join(names)} of blinding fail"
            notes.error(("games", number, "partner"), what)
    alone = [each.game.card.id for each in games if not has_partner(each)]
    if blinding.question and alone:
        what = f"there is no partner to be asked about in {', '.join(alone)}"
        notes.error(("blinding", "question"), what)
    elif games and len(alone) == len(games):
        notes.error(("blinding", "partner"), "no game of the study has a partner")
    if blinding.partner:
        what = "participants learn only at the end who their partner was: the consent must say so"
        notes.warning(("blinding", "partner"), what)
    else:
        what = "participants are shown who their partner is, unless partner = true"
        notes.warning(("blinding", "question"), what)


def _pacing(blinding: Blinding, notes: _Notes) -> None:
    if not blinding.partner:
        notes.error(("blinding", "pacing"), "is for a blinded partner: set partner = true")
    elif blinding.pacing is not None and blinding.pacing.thinking_seconds is None:
        what = (
            "thinking_seconds is missing: it is drawn from people recorded in the partner's role, "
            "and without any the study cannot be frozen"
        )
        notes.warning(("blinding", "pacing"), what)


def has_partner(game: GameTasks) -> bool:
    """Whether someone else than the participant plays a game; not a part of the game itself."""
    return sum(not seat.service for seat in game.game.card.seats) > 1


def _checks(study: StudyFolder, notes: _Notes) -> None:
    checks, questionnaire = study.protocol.checks, study.protocol.questionnaire
    for at, question in enumerate(checks.attention):
        if question.answer is None:
            notes.error(("checks", "attention", at), "answer is missing: which option is right")
    needed = {
        "attention": bool(checks.attention),
        "comprehension": any(game.comprehension != () for game in study.protocol.games),
        "ai_use": questionnaire.ai_use,
        "too_fast": checks.too_fast.seconds > 0,
        "idle": checks.idle_minutes > 0,
        "identical": checks.identical > 0,
        "pasted": checks.pasted,
    }
    for at, check in enumerate(checks.exclude):
        if "exclude" in checks.model_fields_set and not needed.get(check, True):
            notes.error(("checks", "exclude", at), f"nothing in the study checks {check!r}")
    asked: list[tuple[Place, Question]] = [
        *((("checks", "attention", at), each) for at, each in enumerate(checks.attention)),
        *(
            (("questionnaire", "questions", at), each)
            for at, each in enumerate(questionnaire.questions)
        ),
    ]
    for number, (place, question) in enumerate(asked):
        if question.id in (other.id for _, other in asked[:number]):
            notes.error((*place, "id"), "another question has this id")
        if question.id in RESERVED:
            notes.error((*place, "id"), "a question of the program has this id: choose another")


def _analysis(study: StudyFolder, games: Sequence[GameTasks], notes: _Notes) -> None:
    primary, place = study.protocol.analysis.primary, ("analysis", "primary")
    needed = {"people and model": "model", "people and value": "value"}.get(primary.between, "")
    for name in ("model", "value"):
        if name == needed and getattr(primary, name) is None:
            notes.error(place, f"{name} is missing")
        if name != needed and getattr(primary, name) is not None:
            notes.error((*place, name), f'is not for between = "{primary.between}"')
    ids = {game.game.card.id for game in games}
    if isinstance(primary.value, Mapping) and needed == "value":
        for id in primary.value.keys() - ids:
            notes.error((*place, "value", id), f"unknown; available: {', '.join(sorted(ids))}")
        if missing := sorted(ids - primary.value.keys()):
            notes.error((*place, "value"), f"has no score for {', '.join(missing)}")
    levels: dict[str, set[str]] = {
        "languages": set(study.protocol.languages),
        "games": ids,
        "seats": {seat for game in study.protocol.games for seat in game.seats},
    }
    if primary.between not in levels:
        if primary.baseline is not None:
            notes.error((*place, "baseline"), f'is not for between = "{primary.between}"')
        return
    known = levels[primary.between]
    if len(known) < 2:
        notes.error((*place, "between"), f"the study has fewer than two {primary.between}")
    elif primary.baseline is None:
        notes.error(place, "baseline is missing: what the others are compared with")
    elif primary.baseline not in known:
        what = f"unknown; available: {', '.join(sorted(known))}"
        notes.error((*place, "baseline"), what)
