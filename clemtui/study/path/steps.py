"""Where a participant is: the next step, derived from what is recorded and nothing else.

So a participant who leaves in the middle, or whose program is killed, goes on at the same place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from clemtui.records.studies import Answer, AnswerPart, Assignment
from clemtui.study.manifest import Manifest

ATTEMPTS = 2
"""How often a comprehension question is asked, at most."""

READ = "read"
"""The id of an answer by which a participant confirms that they have read a text."""

PARTNER = "partner"
"""The id of the question whether the partner was a person or a program."""


@dataclass(frozen=True, slots=True)
class Instructions:
    """The participant reads what a game is about."""

    game: str


@dataclass(frozen=True, slots=True)
class Comprehension:
    """The participant answers questions about a game, by their ids: all of them at the first
    attempt, and those that were wrong at the second."""

    game: str
    attempt: int
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """The participant plays an assignment, or goes on with its episode."""

    assignment: Assignment


@dataclass(frozen=True, slots=True)
class PartnerQuestion:
    """The participant says who their partner in an assignment was."""

    assignment: Assignment


@dataclass(frozen=True, slots=True)
class Break:
    """The participant may rest after an assignment."""

    position: int


@dataclass(frozen=True, slots=True)
class Attention:
    """The participant answers a question with an obvious answer."""

    question: str


@dataclass(frozen=True, slots=True)
class Questionnaire:
    """The participant answers the questions at the end, by their ids."""

    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Debrief:
    """The participant reads what the study was about."""


@dataclass(frozen=True, slots=True)
class Finished:
    """Nothing is left to do; ``withdrawn``: because the participant wanted it so."""

    withdrawn: bool = False


Step = (
    Instructions
    | Comprehension
    | Play
    | PartnerQuestion
    | Break
    | Attention
    | Questionnaire
    | Debrief
    | Finished
)


AGE, FAMILIARITY, AI_USE = "age", "familiarity", "ai_use"
"""The ids of the questions at the end that the program brings; familiarity is asked for each game,
as ``familiarity.taboo``."""


@dataclass(frozen=True, slots=True)
class Outline:
    """What a protocol says about the path.

    Attributes:
        comprehension: the questions about each game by their ids, with the number of the right
            option (from 1).
        attention, questionnaire: the ids of questions, in their order.
        breaks: after how many episodes that count a break is offered; 0: never.
        partner_question: whether participants are asked who their partner was.
    """

    comprehension: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    attention: tuple[str, ...] = ()
    questionnaire: tuple[str, ...] = ()
    breaks: int = 0
    partner_question: bool = False


def outline_of(manifest: Manifest) -> Outline:
    """Return what a frozen protocol says about the path."""
    protocol = manifest.protocol
    asked = protocol.questionnaire
    questions = [
        *([AGE] if asked.age_band else []),
        *([f"{FAMILIARITY}.{each.game}" for each in manifest.games] if asked.familiarity else []),
        *(each.id for each in asked.questions),
        *([AI_USE] if asked.ai_use else []),
    ]
    return Outline(
        comprehension={each.game: each.comprehension for each in manifest.games},
        attention=tuple(each.id for each in protocol.checks.attention),
        questionnaire=tuple(questions),
        breaks=protocol.condition.breaks,
        partner_question=protocol.blinding.question,
    )


def next_step(
    outline: Outline, assignments: Sequence[Assignment], answers: Sequence[Answer]
) -> Step:
    """Return what a participant does next.

    Args:
        assignments: of the participant, in their order.
        answers: of the participant.
    """
    if _Answers(answers).has("withdrawal", None):
        return Finished(withdrawn=True)
    return _Path(outline, assignments, _Answers(answers)).step()


def failed(outline: Outline, game: str, answers: Sequence[Answer]) -> tuple[str, ...]:
    """Return the comprehension questions of a game that a participant never answered rightly.

    Only those that were asked as often as they are; empty before.
    """
    found = _Answers(answers)
    return tuple(
        question
        for question, right in outline.comprehension.get(game, {}).items()
        if (last := found.chosen(game, question, ATTEMPTS)) is not None and last != right
    )


class _Answers:
    """The answers of a participant, by what they answer."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._given = {(a.part, a.item, a.attempt, a.position): a.value for a in answers}
        self._parts = {a.part for a in answers}

    def has(
        self, part: AnswerPart, item: str | None, attempt: int = 1, position: int | None = None
    ) -> bool:
        """Whether an item was answered; None: any item of the part."""
        if item is None:
            return part in self._parts
        return (part, item, attempt, position) in self._given

    def chosen(self, game: str, question: str, attempt: int) -> int | None:
        """Return the option that was chosen for a comprehension question; None: not answered."""
        found: int | None = self._given.get(("comprehension", f"{game}.{question}", attempt, None))
        return found


class _Path:
    def __init__(
        self, outline: Outline, assignments: Sequence[Assignment], answers: _Answers
    ) -> None:
        self._outline = outline
        self._assignments = assignments
        self._answers = answers
        self._counted = 0  # episodes that count, up to here
        self._asked = 0  # attention questions, up to here

    def step(self) -> Step:
        if self._answers.has("debrief", READ):  # an amendment asks nothing of who has finished
            return Finished()
        for _, block in groupby(self._assignments, lambda each: each.block):
            if (step := self._in_block(tuple(block))) is not None:
                return step
        for question in self._outline.attention[self._asked :]:
            if not self._answers.has("attention", question):
                return Attention(question)
        asked = self._outline.questionnaire
        left = tuple(each for each in asked if not self._answers.has("questionnaire", each))
        if left:
            return Questionnaire(left)
        return Debrief()

    def _in_block(self, block: Sequence[Assignment]) -> Step | None:
        game = block[0].game
        if not self._answers.has("instructions", game):
            return Instructions(game)
        understood = False
        for assignment in block:
            if not assignment.practice and not understood:
                if (questions := self._comprehension(game)) is not None:
                    return questions
                understood = True
            if not is_played(assignment):
                return Play(assignment)
            if not assignment.practice and (step := self._after(assignment)) is not None:
                return step
        return None

    def _comprehension(self, game: str) -> Comprehension | None:
        """Return the questions about a game that are to be asked now, if any."""
        asked = self._outline.comprehension.get(game, {})
        for attempt in range(1, ATTEMPTS + 1):
            left = tuple(
                question
                for question, right in asked.items()
                if self._answers.chosen(game, question, attempt) is None
                and (attempt == 1 or self._answers.chosen(game, question, attempt - 1) != right)
            )
            if left:
                return Comprehension(game, attempt, left)
        return None

    def _after(self, assignment: Assignment) -> Step | None:
        """Return what follows an episode that counts, if that was not done yet."""
        self._counted += 1
        at = assignment.ref.position
        if self._outline.partner_question and not self._answers.has(
            "episode", PARTNER, position=at
        ):
            return PartnerQuestion(assignment)
        last = self._assignments[-1].ref.position == at
        if last or not self._outline.breaks or self._counted % self._outline.breaks:
            return None
        if self._asked < len(self._outline.attention):
            question = self._outline.attention[self._asked]
            if not self._answers.has("attention", question):
                return Attention(question)
            self._asked += 1
        return None if self._answers.has("break", READ, position=at) else Break(at)


def is_withdrawn(answer: Answer) -> bool:
    """Whether an answer is that a participant withdraws."""
    return answer.part == "withdrawal"


def is_played(assignment: Assignment) -> bool:
    """Whether an assignment was played to an end that stands: a void episode is played again.

    One that was erased is not: its task has been met.
    """
    return any(each.end in ("finished", "abandoned") for each in assignment.episodes)
