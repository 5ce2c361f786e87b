"""Which tasks of a game a study contains, and which are left for practice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.engine import (
    Experiment,
    Game,
    GameMaster,
    Instance,
    Request,
    Seat,
    View,
    base_language,
    playable_with,
)
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.casting import unscripted
from clemtui.episode.planning.checkout_files import official_files
from clemtui.episode.planning.seeds import hashed
from clemtui.players.words import SCRIPTED
from clemtui.strict import Place
from clemtui.study.protocol.folder import StudyFolder
from clemtui.study.protocol.model import StudyGame

SPARE_PRACTICE = 4
"""Practice tasks beyond those that everyone plays, for people who have met some of them."""

_GENERATED = 40
"""How many tasks are generated at most to find some that the study does not contain."""

_SEEDS = 2**31


class Wrong(Exception):
    """An entry of the protocol does not fit the games: its place, and what to do."""

    def __init__(self, place: Place, what: str) -> None:
        super().__init__(what)
        self.place = place
        self.what = what


@dataclass(frozen=True, slots=True)
class Task:
    """A task of a game, in the languages in which it can be set.

    Attributes:
        name: its language-neutral name, by which languages are compared.
        key: its exposure key: what a participant must not have met before.
        instances: by prompt language.
    """

    name: str
    key: str
    experiment: str
    instances: Mapping[str, Instance]


class Keyed(Protocol):
    """A task as far as others can be the same: its exposure key."""

    @property
    def key(self) -> str:
        """What a participant must not have met before."""
        ...


def in_common(one: Iterable[Keyed], other: Iterable[Keyed]) -> int:
    """Return how many tasks two games share: whoever has met one of these in one game is not
    assigned it in the other."""
    return len({each.key for each in one} & {each.key for each in other})


@dataclass(frozen=True, slots=True)
class Cell:
    """How participants can play a game: a seat, and a prompt language.

    Attributes:
        role: what the protocol calls the seat; empty: unknown. It makes no difference to which cell
            this is.
    """

    seat: str
    language: str
    role: str = field(default="", compare=False)

    @property
    def called(self) -> str:
        """What people call the seat: its role."""
        return self.role or self.seat

    def __str__(self) -> str:
        return f"{self.called}, {self.language}"


@dataclass(frozen=True, slots=True)
class GameTasks:
    """What a study has of one game.

    Attributes:
        number: of the game in the protocol, from 0.
        cells: the seats and languages that can be played.
        holes: the languages of the study that cannot, and why.
        paired: whether every task is set in all of the languages.
        dropped: tasks that were not chosen because some language cannot set them.
        practice: tasks from outside the study, in the order in which they are to be used.
    """

    number: int
    game: Game
    seats: tuple[Seat, ...]
    cells: tuple[Cell, ...]
    holes: Mapping[str, str]
    tasks: tuple[Task, ...]
    paired: bool
    dropped: int
    practice: tuple[Task, ...] = ()

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that can be played."""
        return tuple(dict.fromkeys(cell.language for cell in self.cells))


def draw_tasks(
    catalogue: Catalogue, study: StudyFolder, number: int, clembench: Path | None
) -> GameTasks:
    """Return the tasks of one game of a study: the same ones whenever they are drawn.

    Args:
        number: of the game in the protocol, from 0.
        clembench: the folder of the benchmark, for instances from there.

    Raises:
        Wrong: if the protocol asks for something that there is not.
    """
    protocol, wanted, place = study.protocol, study.protocol.games[number], ("games", number)
    try:
        game = catalogue.game(wanted.game)
    except CatalogueError as error:
        raise Wrong((*place, "game"), str(error)) from None
    seats = _seats(catalogue, game, wanted, place)
    experiments = _experiments(catalogue, study, number, clembench)
    cells, holes = _cells(catalogue, game, wanted, seats, protocol.languages, experiments)
    if not cells:
        raise Wrong((*place, "game"), f"no language of the study can be played: {_reasons(holes)}")
    languages = tuple(dict.fromkeys(cell.language for cell in cells))
    found = _tasks(game, experiments, languages)
    complete = [task for task in found if len(task.instances) == len(languages)]
    chosen = _drawn(complete or found, wanted, protocol.seed, place, languages, bool(complete))
    return GameTasks(
        number=number,
        game=game,
        seats=seats,
        cells=cells,
        holes=holes,
        tasks=tuple(chosen),
        paired=bool(complete),
        dropped=len(found) - len(complete) if complete else 0,
    )


def with_practice(
    catalogue: Catalogue, study: StudyFolder, drawn: Sequence[GameTasks]
) -> tuple[GameTasks, ...]:
    """Add practice tasks to every game, which have nothing in common with any task of the study.

    Games may share tasks, such as words.

    Raises:
        Wrong: if there are too few.
    """
    taken = {task.key for each in drawn for task in each.tasks}
    found = []
    for each in drawn:
        practice = tuple(_practice(catalogue, study, each, taken))
        taken |= {task.key for task in practice}
        found.append(replace(each, practice=practice))
    return tuple(found)


def _seats(catalogue: Catalogue, game: Game, wanted: StudyGame, place: Place) -> tuple[Seat, ...]:
    found: list[Seat] = []
    for at, name in enumerate(wanted.seats):
        here = (*place, "seats", at)
        try:
            seat = catalogue.seat(game.card.id, name)
        except KeyError as error:
            known = error.args[0]
            raise Wrong(here, f"unknown seat of {game.card.id}; available: {known}") from None
        if seat.service:
            raise Wrong(here, f"{seat.role} is played by the game itself")
        if seat in found:
            raise Wrong(here, "is named twice")
        found.append(seat)
    if not found:
        raise Wrong((*place, "seats"), "must not be empty")
    return tuple(found)


def _experiments(
    catalogue: Catalogue, study: StudyFolder, number: int, clembench: Path | None
) -> tuple[Experiment, ...]:
    wanted, place = study.protocol.games[number], ("games", number, "instances")
    chosen = wanted.instances
    try:
        if chosen.file is not None:
            found = catalogue.read_instances(wanted.game, study.path / chosen.file)
        elif chosen.source == "clembench":
            found = catalogue.read_instances(wanted.game, _official(wanted.game, clembench, place))
        else:
            found = catalogue.experiments(wanted.game)
    except (CatalogueError, UsageError) as error:
        raise Wrong(place, str(error)) from None
    known = tuple(dict.fromkeys(each.name for each in found))
    for at, name in enumerate(chosen.experiments):
        if name not in known:
            what = f"unknown experiment; available: {', '.join(known) or 'none'}"
            raise Wrong((*place, "experiments", at), what)
    return tuple(
        each for each in found if not chosen.experiments or each.name in chosen.experiments
    )


def _official(game: str, clembench: Path | None, place: Place) -> Path:
    if clembench is None:
        raise Wrong(
            (*place, "source"),
            "clembench was not found; name your checkout with --clembench DIR, or in the setting "
            "'clembench'",
        )
    files = official_files(game, clembench)
    if not files:
        raise Wrong((*place, "source"), f"{clembench} has no instances of {game}")
    return files[0]


def _cells(
    catalogue: Catalogue,
    game: Game,
    wanted: StudyGame,
    seats: Sequence[Seat],
    languages: Iterable[str],
    experiments: Sequence[Experiment],
) -> tuple[tuple[Cell, ...], dict[str, str]]:
    """Return the seats and languages that can be played, and why other languages cannot."""
    cells: list[Cell] = []
    holes: dict[str, str] = {}
    for language in languages:
        instance = next(
            (i for e in experiments if playable_with(e.language, language) for i in e.instances),
            None,
        )
        if instance is None:
            holes[language] = "it has no instances"
            continue
        try:
            catalogue.texts(instance, language)
        except CatalogueError as error:
            holes[language] = str(error)
            continue
        for seat in seats:
            others = [each for each in game.card.seats if not each.service and each != seat]
            if wanted.partner == SCRIPTED and unscripted(game, language, others):
                holes[language] = "the scripted partner does not speak it"
            else:
                cells.append(Cell(seat.name, language))
    return tuple(cells), holes


def _tasks(game: Game, experiments: Iterable[Experiment], languages: Sequence[str]) -> list[Task]:
    """Return all tasks that can be set in at least one of the languages."""
    found: dict[tuple[str, str], dict[str, Instance]] = defaultdict(dict)
    for experiment in experiments:
        spoken = [tag for tag in languages if playable_with(experiment.language, tag)]
        for instance in experiment.instances:
            for language in spoken:
                found[experiment.name, instance.task_key].setdefault(language, instance)
    tasks = []
    for (experiment_name, name), instances in found.items():
        key = game.exposure_key(next(iter(instances.values())))
        tasks.append(Task(name, key, experiment_name, instances))
    return tasks


def _drawn(
    tasks: Sequence[Task],
    wanted: StudyGame,
    seed: int,
    place: Place,
    languages: Sequence[str],
    paired: bool,
) -> list[Task]:
    """Return the tasks of the study. If they are not the same in all languages, draw for each."""
    chosen = wanted.instances
    if chosen.choose == "all":
        if chosen.number is not None:
            raise Wrong(
                (*place, "instances", "number"),
                'is only for choose = "sample" and "stratified"',
            )
        return list(tasks)
    if chosen.number is None:
        raise Wrong((*place, "instances"), "number is missing: how many instances to draw")
    found: list[Task] = []
    pools = (
        [list(tasks)] if paired else [[t for t in tasks if tag in t.instances] for tag in languages]
    )
    for pool in pools:
        strata = _strata(pool) if chosen.choose == "stratified" else [pool]
        for at, stratum in enumerate(strata):
            count = chosen.number // len(strata) + (at < chosen.number % len(strata))
            if count > len(stratum):
                raise Wrong(
                    (*place, "instances", "number"),
                    f"is too large: {len(stratum)} of {count} instances available"
                    + (f" in {stratum[0].experiment}" if chosen.choose == "stratified" else ""),
                )
            found += _distinct_first(_shuffled(stratum, seed, wanted.game), found)[:count]
    return list({id(task): task for task in found}.values())


def _distinct_first(tasks: Sequence[Task], chosen: Iterable[Task]) -> list[Task]:
    """Return tasks in their order, but first those whose exposure keys are new: a person plays only
    one of the tasks that share a key."""
    met = {task.key for task in chosen}
    new: list[Task] = []
    others: list[Task] = []
    for task in tasks:
        (others if task.key in met else new).append(task)
        met.add(task.key)
    return new + others


def _strata(tasks: Iterable[Task]) -> list[list[Task]]:
    """Return the tasks of each experiment, in the order of the experiments."""
    found: dict[str, list[Task]] = defaultdict(list)
    for task in tasks:
        found[task.experiment].append(task)
    return list(found.values())


def _practice(
    catalogue: Catalogue, study: StudyFolder, drawn: GameTasks, taken: Collection[str]
) -> Iterator[Task]:
    """Yield enough practice tasks in every language: bundled ones first, then generated ones."""
    game, seed = drawn.game, study.protocol.seed
    wanted = study.protocol.games[drawn.number].practice * len(drawn.seats)
    parts = {part for task in drawn.tasks for part in _parts(task)}
    for language in drawn.languages:
        bundled = catalogue.experiments(game.card.id, language)
        known = _shuffled(_tasks(game, bundled, [language]), seed, game.card.id)
        candidates = [*known, *_generated(game, language, seed)]
        # first those of which not even a part occurs in the study, such as a related word
        candidates.sort(key=lambda task: not parts.isdisjoint(_parts(task)))
        met, own = set(taken), 0
        for task in candidates:
            if task.key not in met:
                met.add(task.key)
                own += 1
                yield task
            if own == wanted + SPARE_PRACTICE:
                break
        if own < wanted:
            raise Wrong(
                ("games", drawn.number, "practice"),
                f"only {own} practice tasks are outside the study's instances in {language!r}: "
                "choose fewer instances",
            )


def _parts(task: Task) -> frozenset[str]:
    """Return the words and grids of a task."""
    return frozenset(
        part for instance in task.instances.values() for part in _texts_in(instance.data)
    )


def _texts_in(data: object) -> Iterator[str]:
    """Yield the texts in a task's data; a list of lists, such as a grid, is one text."""
    if isinstance(data, str):
        yield data.casefold()
    elif isinstance(data, Mapping):
        for each in data.values():
            yield from _texts_in(each)
    elif isinstance(data, list | tuple):
        if data and all(isinstance(each, list | tuple) for each in data):
            yield repr(data)
        for each in data:
            yield from _texts_in(each)


def _generated(game: Game, language: str, seed: int) -> Iterator[Task]:
    """Yield new tasks of a language, if the game can generate any."""
    for at in range(_GENERATED):
        try:
            drawn = hashed(seed, game.card.id, language, at) % _SEEDS
            instance = game.generate(base_language(language), drawn)
        except LookupError:
            return
        key = game.exposure_key(instance)
        yield Task(instance.task_key, key, instance.experiment, {language: instance})


def _shuffled(tasks: Iterable[Task], seed: int, game: str) -> list[Task]:
    """Return tasks in an order that depends on the seed, the game and their names alone.

    Games that share words begin with different ones.
    """
    return sorted(tasks, key=lambda task: hashed(seed, game, task.experiment, task.name))


def _reasons(holes: Mapping[str, str]) -> str:
    return "; ".join(f"{language}: {why}" for language, why in holes.items())


def hidden_seats(catalogue: Catalogue, game: Game, tasks: Iterable[Task]) -> frozenset[str]:
    """Return the seats that know something that another seat must not know.

    A game declares such secrets, or a seat is shown something else at the start as soon as what
    another seat may not know is replaced.

    Raises:
        CatalogueError: if the texts of a task do not exist.
    """
    seats = frozenset(seat.name for seat in game.card.seats if not seat.service)
    found: set[str] = set()
    for task in tasks:
        for language, instance in task.instances.items():
            for secret in game.secrets(instance):
                found |= set() if seats <= secret.known_to else secret.known_to & seats
            texts = catalogue.texts(instance, language)
            for unknowing in seats:
                other = game.swapped(instance, unknowing)
                one, two = (game.start(each, texts) for each in (instance, other))
                found |= {
                    seat for seat in seats - {unknowing} if _shown(one, seat) != _shown(two, seat)
                }
    return frozenset(found)


def _shown(master: GameMaster, seat: str) -> tuple[Sequence[Request], View]:
    """Return what a seat sees at the start of an episode."""
    return [each for each in master.pending() if each.seat == seat], master.view(seat)
