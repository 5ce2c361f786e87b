"""What a protocol contains, as pydantic models; docs/protocol.md lists their fields from here.

Texts that participants read are given by language, ``{ en = "...", de = "..." }``. All others are
for researchers and in any language.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Annotated, Literal, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    field_validator,
    model_validator,
)

from clemtui.players.llm.parameters import ModelParameters
from clemtui.records.rows import Interface

Item = TypeVar("Item")
Many = Annotated[tuple[Item, ...], Field(strict=False)]
"""A list in TOML."""


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be blank")
    return text


Text = Annotated[str, Field(min_length=1), AfterValidator(_not_blank)]
Texts = Annotated[Mapping[str, Text], Field(min_length=1)]
"""A text by language, as BCP 47 tags."""


def _inside(name: str) -> str:
    """Accept the name of a file in the study's folder, so that the folder is the whole study."""
    path = PurePosixPath(name)
    odd = any(letter in name for letter in "\\:") or not name.isprintable()
    if not name or path.is_absolute() or ".." in path.parts or odd:
        raise ValueError("must be the name of a file in the study's folder, such as consent/en.md")
    return name


FileName = Annotated[str, AfterValidator(_inside)]

NAME = r"[a-z0-9][a-z0-9-]{0,39}"
"""The name of a study, which is that of its folder: it becomes part of commands and file names."""


def _table_or_word(value: object) -> str:
    """Name the alternative that a value is meant as, so that errors concern that one alone."""
    return "table" if isinstance(value, Mapping | BaseModel) else "word"


_Score = Annotated[float, Field(ge=0, le=100)]
Value = Annotated[
    Annotated[_Score, Tag("word")] | Annotated[Mapping[Text, _Score], Tag("table")],
    Discriminator(_table_or_word),
]

Partner = Annotated[
    Annotated[Literal["scripted", "person"], Tag("word")]
    | Annotated[ModelParameters, Tag("table")],
    Discriminator(_table_or_word),
]
Source = Literal["ours", "clembench"]
Measure = Literal["joint", "quality", "played"]
Order = Literal["balanced", "random", "listed"]


class Part(BaseModel):
    """A table of the protocol. Unknown entries are errors, and nothing is converted."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        use_attribute_docstrings=True,
        allow_inf_nan=False,
        hide_input_in_errors=True,
    )


class Participants(Part):
    """``[participants]``: who takes part."""

    number: Annotated[int, Field(ge=1, le=100_000)]
    """How many people are to take part."""

    collectors: Annotated[int, Field(ge=1, le=99)] = 1
    """How many databases collect data side by side. Each has its own range of participants."""

    eligibility: Many[Texts] = ()
    """Statements that a participant must confirm to take part, such as their age."""

    language_level: Literal["A1", "A2", "B1", "B2", "C1", "C2", "native"] = "C1"
    """How well participants must speak a prompt language to play in it, by their own judgement
    (CEFR). Not asked if `questionnaire.languages` is false: then everyone plays in all of them."""

    population: str = ""
    """Whom the sample is meant to represent."""

    recruitment: str = ""
    """How participants are found."""

    payment: str = ""
    """What they get, and for what."""


class Responsible(Part):
    """``[responsible]``: who answers for the study."""

    contact: Text
    """Whom participants can ask, and how. Shown with the consent and at the end."""

    institution: str = ""
    """Where the study is carried out."""

    ethics: str = ""
    """The board that approved the study and its number, or why no approval is needed."""

    preregistration: str = ""
    """Address or number of the preregistration."""


class Instances(Part):
    """``[games.instances]``: which instances of a game are in the study."""

    source: Source | None = None
    """`"ours"`, the instances that come with the game, or `"clembench"`, the benchmark's own, from
    the checkout in the settings. By default ours, unless `file` is given."""

    file: FileName | None = None
    """An instance file in the study's folder, ours or clembench's, instead of a source."""

    experiments: Many[Text] = ()
    """Only instances of these experiments; by default of all."""

    choose: Literal["all", "sample", "stratified"] = "all"
    """`"all"`; `"sample"`, drawn at random; or `"stratified"`, drawn with equal numbers from every
    experiment."""

    number: Annotated[int | None, Field(ge=1)] = None
    """How many instances to draw; needed unless all are chosen."""


class Question(Part):
    """A question with options, exactly one of which is right if ``answer`` is given."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
    """Its name in the records and exports."""

    text: Texts
    """The question."""

    options: Many[Texts] = ()
    """What can be chosen; empty: the answer is a text."""

    answer: Annotated[int | None, Field(ge=1)] = None
    """The number of the right option, from 1; none: every answer is right."""

    optional: bool = False
    """Whether it may be left without an answer."""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if len(self.options) == 1:
            raise ValueError("options must be at least two, or none for an answer in words")
        if self.answer is not None and self.answer > len(self.options):
            raise ValueError(f"answer is {self.answer}, but there are {len(self.options)} options")
        if self.answer is not None and self.optional:
            raise ValueError("a question with a right answer cannot be optional")
        return self


class StudyGame(Part):
    """``[[games]]``: a game of the study."""

    game: Text
    """The game's id."""

    seats: Many[Text]
    """The seats or roles that participants play."""

    episodes: Annotated[int, Field(ge=1, le=1000)]
    """How many episodes each participant plays, over all its languages and seats."""

    practice: Annotated[int, Field(ge=1, le=20)] = 1
    """How many practice episodes of each role come before these, from outside the study's
    instances."""

    partner: Partner = "scripted"
    """Who plays the other seats: `"scripted"`; `"person"`, a second participant at the same
    keyboard; or a model, as a table with all its parameters."""

    instances: Instances = Instances()

    comprehension: Many[Question] | None = None
    """Questions about the rules, asked after the practice; a participant has two attempts. By
    default those that come with the game; `[]`: none."""

    minutes: Annotated[float | None, Field(gt=0, le=1440)] = None
    """How long each person may think and write in an episode, shown as a countdown; none by
    default. Pauses, time away and waiting for the partner do not count. When the time is up, the
    episode ends as aborted."""


class Condition(Part):
    """``[condition]``: how participants play. It is the same in all episodes of the study."""

    interface: Interface = "assisted"
    """`"assisted"`, `"board"` or `"verbatim"`; see docs/interfaces.md."""

    aids: Many[Text] | None = None
    """The aids that are on; by default all that a game has with the interface."""

    feedback: Literal["none", "outcome", "score"] = "none"
    """What a participant learns after an episode that counts: nothing, whether it was solved, or
    also the score."""

    breaks: Annotated[int, Field(ge=0)] = 5
    """After how many episodes a break is offered; 0: never."""


class Pacing(Part):
    """How a blinded partner's answers are held back, so that their speed gives nothing away: until
    the time to think and to type them is over, counted from when they were asked for. Nothing is
    added to an answer that takes longer. What was added is recorded."""

    graphemes_per_minute: Annotated[float, Field(ge=1)]
    """How fast the partner seems to type."""

    thinking_seconds: Annotated[float | None, Field(ge=0, le=3600)] = None
    """How long it seems to think. By default, drawn for each answer from how long people who were
    recorded in this database thought in the same seat of the game, practice left out: until their
    first key or, where only lines are seen, what typing at this speed leaves of the time. Without
    any, the study cannot be frozen."""


class Blinding(Part):
    """``[blinding]``: whether participants know who their partner is."""

    partner: bool = False
    """Whether the partner is called "Player B" alone, and nothing says whether it is a program,
    until the debriefing."""

    pacing: Pacing | None = None
    """How answers are held back; by default, they appear when they arrive."""

    question: bool = False
    """Whether participants are asked after each episode if the partner was a person or a program,
    and how sure they are."""


class OrderOf(Part):
    """``[order]``: in which order a participant plays."""

    games: Order = "balanced"
    """The order of games: `"balanced"`, rows of a Williams design; `"random"`; or as `"listed"`."""

    conditions: Order = "balanced"
    """The same of languages and seats within a game."""


class Questionnaire(Part):
    """``[questionnaire]``: what participants are asked at the end. Each may be left out."""

    age_band: bool = True
    """Their age, in bands of ten years."""

    languages: bool = True
    """The languages they speak, and how well (CEFR, or as a native speaker). Asked at the
    beginning, because it decides in which prompt languages they can play."""

    familiarity: bool = True
    """How well they knew each game before."""

    ai_use: bool = True
    """Whether they used a language model or another program for their answers."""

    questions: Many[Question] = ()
    """Further questions."""


class TooFast(Part):
    """Answers that were given too fast to be thought about."""

    seconds: Annotated[float, Field(ge=0)] = 1.0
    """An answer is too fast below this time from the request to the answer; 0: not checked."""

    share: Annotated[float, Field(gt=0, le=1)] = 0.5
    """An episode is too fast if at least this share of its answers is."""


class Checks(Part):
    """``[checks]``: signs of low effort, and which of them exclude. Whatever is found is marked; an
    exclusion is a mark too, and the report has all results with and without them."""

    attention: Many[Question] = ()
    """Questions with an obvious answer, spread over the breaks."""

    too_fast: TooFast = TooFast()
    idle_minutes: Annotated[float, Field(ge=0)] = 10.0
    """An episode is idle if one answer took longer, pauses not counted; 0: not checked."""

    identical: Annotated[int, Field(ge=0)] = 5
    """An episode is marked if so many answers in words in a row are identical; 0: not checked.
    Answers to side questions and choices among fixed options are passed over: the same one again
    and again can be right."""

    pasted: bool = True
    """Whether an episode with pasted answers is marked."""

    exclude: Many[
        Literal[
            "comprehension", "attention", "too_fast", "idle", "identical", "pasted", "ai_use",
            "unfinished",
        ]
    ] = ("comprehension", "attention", "ai_use")  # fmt: skip
    """Which of the checks exclude: `"comprehension"` (wrong twice), `"attention"`, `"ai_use"` and
    `"unfinished"` exclude a participant, the others an episode."""


class Comparison(Part):
    """``[analysis.primary]``: the one comparison that the study was planned for."""

    measure: Measure = "joint"
    """`"joint"` (aborted counts as 0), `"quality"` (of the played alone) or `"played"`."""

    between: Literal["people and model", "people and value", "languages", "seats", "games"]
    """What is compared with each other. Games, and languages whose tasks differ, are compared
    unpaired: they share people. Tasks that two games of a family share count as different ones."""

    model: str | None = None
    """The model, by its litellm name, for `"people and model"`."""

    value: Value | None = None
    """The score to compare with, for `"people and value"`: one for all games, or a table with one
    for each, as in `{ taboo = 44.2, wordle = 32.7 }`."""

    baseline: str | None = None
    """The language, seat or game that the others are compared with."""

    def value_of(self, game: str) -> float:
        """Return the score that people are compared with in a game.

        Raises:
            LookupError: if there is none.
        """
        value = self.value[game] if isinstance(self.value, Mapping) else self.value
        if value is None:
            raise LookupError("people are not compared with a value")
        return value


class Analysis(Part):
    """``[analysis]``: decided before the data are there."""

    primary: Comparison
    alpha: Annotated[float, Field(gt=0, lt=0.5)] = 0.05
    """The level below which a p value counts as evidence."""

    correction: Literal["holm", "bh", "none"] = "holm"
    """How p values of several comparisons are adjusted."""

    margin: Annotated[float | None, Field(gt=0, le=100)] = None
    """Differences within this margin count as none, in points: adds a test of equivalence."""

    power: Annotated[float, Field(gt=0, lt=1)] = 0.8
    """The power that the number of participants is planned for."""


class Protocol(Part):
    """``study.toml``."""

    title: Text
    """The title of the study, which participants see unless there is a `public_title`."""

    public_title: Texts | None = None
    """The title that participants see instead, by interface language: it may say less."""

    question: Text
    """What the study is to find out."""

    languages: Annotated[Many[Text], Field(min_length=1)]
    """The prompt languages, as BCP 47 tags."""

    interface_languages: Annotated[Many[Text], Field(min_length=1)] = ("en",)
    """The languages in which participants can read everything else. Each needs a consent text."""

    seed: Annotated[int, Field(ge=0, lt=2**53)]
    """The source of everything that is drawn at random."""

    participants: Participants
    responsible: Responsible
    games: Annotated[Many[StudyGame], Field(min_length=1)]
    consent: Annotated[Mapping[str, FileName], Field(min_length=1)]
    """The consent text by interface language: names of files in the study's folder."""

    condition: Condition = Condition()
    blinding: Blinding = Blinding()
    order: OrderOf = OrderOf()
    questionnaire: Questionnaire = Questionnaire()
    checks: Checks = Checks()
    analysis: Analysis

    @property
    def unstated(self) -> tuple[tuple[str, str], ...]:
        """What readers of a report want to know and the protocol does not say: tables, entries."""
        wanted = {
            "participants": ("population", "recruitment", "payment"),
            "responsible": ("ethics", "preregistration"),
        }
        return tuple(
            (table, name)
            for table, names in wanted.items()
            for name in names
            if not getattr(getattr(self, table), name)
        )

    @field_validator("languages", "interface_languages")
    @classmethod
    def _once(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for at, each in enumerate(value):
            if each in value[:at]:
                raise ValueError(f"names {each} twice")
        return value
