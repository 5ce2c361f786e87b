"""The plan of one participant: games, seats, languages and tasks, in their order.

Everything follows from the design, the participant's number and what has been assigned so far; the
same input gives the same plan. Cells and tasks that were assigned least often come first, so that
drop-outs are made up for. Among equals, each participant begins further along than the one before,
by their numbers alone: collectors who cannot see each other's records also fill different cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from clemtui.episode.planning.seeds import hashed
from clemtui.study.assignment.williams import williams_rows
from clemtui.study.protocol.model import Order, Protocol, StudyGame
from clemtui.study.tasks import Cell

Item = TypeVar("Item", bound=Hashable)

_GAMES = ""
"""The name of the order of games; that of the cells of a game is the game."""


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """A task as far as planning needs it: its name, exposure key, and hashes of its instances by
    prompt language."""

    name: str
    key: str
    instances: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class GameDesign:
    """A game of a design.

    Attributes:
        episodes, practice: how many each participant plays.
        spare: practice tasks, in the order in which they are used.
    """

    game: str
    cells: tuple[Cell, ...]
    tasks: tuple[PlannedTask, ...]
    spare: tuple[PlannedTask, ...]
    episodes: int
    practice: int


@dataclass(frozen=True, slots=True)
class Design:
    """What a frozen protocol says about assignments."""

    games: tuple[GameDesign, ...]
    game_order: Order
    cell_order: Order
    seed: int


def game_design(
    wanted: StudyGame,
    cells: Iterable[Cell],
    tasks: Iterable[PlannedTask],
    spare: Iterable[PlannedTask],
) -> GameDesign:
    """Return the design of a game, given what the protocol says and what was drawn."""
    return GameDesign(
        wanted.game, tuple(cells), tuple(tasks), tuple(spare), wanted.episodes, wanted.practice
    )


def design_of(protocol: Protocol, games: Iterable[GameDesign]) -> Design:
    """Return the design of a protocol with the designs of its games."""
    return Design(tuple(games), protocol.order.games, protocol.order.conditions, protocol.seed)


@dataclass(frozen=True, slots=True)
class Planned:
    """An episode of a participant.

    Attributes:
        position: its place in the participant's plan, from 1.
        block: the number of the game in the participant's order, from 1.
        task: the task's language-neutral name.
        key: its exposure key.
    """

    position: int
    block: int
    practice: bool
    game: str
    seat: str
    language: str
    task: str
    key: str
    instance: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A participant's plan; ``short`` is the number of episodes by game for which there is no task
    that the participant has not met."""

    episodes: tuple[Planned, ...]
    short: Mapping[str, int] = field(default_factory=dict)


def plan_for(
    design: Design,
    number: int,
    languages: Collection[str],
    met: Collection[str],
    others: Sequence[Sequence[Planned]],
) -> Plan:
    """Return the plan of a participant.

    Args:
        number: of the participant, from 1.
        languages: the prompt languages that they speak well enough for the study.
        met: exposure keys of all tasks that they have met, however.
        others: the plans of all participants who count or may yet count.
    """
    by_game = {game.game: game for game in design.games if _playable(game, languages)}
    planner = _Planner(design, number, languages, set(met), others)
    for game in planner.order_of_games(tuple(by_game)):
        planner.add_block(by_game[game])
    return Plan(tuple(planner.found), planner.short)


class _Planner:
    """A plan in the making."""

    def __init__(
        self,
        design: Design,
        number: int,
        languages: Collection[str],
        met: set[str],
        others: Sequence[Sequence[Planned]],
    ) -> None:
        self.found: list[Planned] = []
        self.short: dict[str, int] = {}
        self._design = design
        self._number = number
        self._languages = languages
        self._met = met
        counted = [each for plan in others for each in plan if not each.practice]
        self._cells = Counter((each.game, _cell(each)) for each in counted)
        self._tasks = Counter((each.game, each.task) for each in counted)
        self._in_cells = Counter((each.game, _cell(each), each.task) for each in counted)
        self._block = 0
        self._chosen: list[tuple[str, tuple[Hashable, ...]]] = []
        self._orders = [_orders(plan) for plan in others]

    def order_of_games(self, games: tuple[str, ...]) -> tuple[str, ...]:
        """Return the games in the participant's order."""
        return self._ordered(_GAMES, games, self._design.game_order)

    def _ordered(self, name: str, items: tuple[Item, ...], order: Order) -> tuple[Item, ...]:
        """Return items in an order for the participant, and remember it.

        The rows of a design are used equally often together with each order that was chosen for the
        participant before: otherwise, everyone who begins with one game would also begin with the
        same language.
        """
        found = items
        seed, number = self._design.seed, self._number
        if len(items) > 1 and order == "random":
            found = tuple(sorted(items, key=lambda item: hashed(seed, number, name, str(item))))
        elif len(items) > 1 and order == "balanced":
            drawn = tuple(sorted(items, key=lambda item: hashed(seed, name, str(item))))
            rows = williams_rows(drawn)
            turn = {row: (at - number + 1) % len(rows) for at, row in enumerate(rows)}
            found = min(rows, key=lambda row: (*self._uses(name, row), turn[row]))
        self._chosen.append((name, found))
        return found

    def _uses(self, name: str, row: tuple[Hashable, ...]) -> tuple[int, int, int]:
        """Return how often others have an order: together with the order of games chosen for this
        participant, together with each of their other orders, and at all."""
        same = [orders for orders in self._orders if orders.get(name) == row]
        first = self._chosen[:1]
        with_games = sum(all(orders.get(each) == own for each, own in first) for orders in same)
        with_others = sum(
            orders.get(each) == own for orders in same for each, own in self._chosen[1:]
        )
        return with_games, with_others, len(same)

    def add_block(self, game: GameDesign) -> None:
        """Add the episodes of a game."""
        self._block += 1
        sizes = _sizes(game, _playable(game, self._languages), self._cells, self._number)
        order = self._ordered(game.game, tuple(sizes), self._design.cell_order)
        turns = _turns(game, self._design.seed, self._number)
        practised: set[str] = set()
        for cell in order:
            if cell.seat not in practised:  # every role is practised before it counts
                practised.add(cell.seat)
                for _ in range(game.practice):
                    spare = self._free(game.spare, cell)
                    self._add(game, cell, spare[0] if spare else None, practice=True)
            for task in self._drawn(game, cell, sizes[cell], turns):
                self._add(game, cell, task, practice=False)

    def _drawn(
        self, game: GameDesign, cell: Cell, number: int, turns: Mapping[str, int]
    ) -> list[PlannedTask | None]:
        """Return so many tasks of a cell, those played least so far, in an order drawn for the
        participant, so that no task keeps its place; None where there is no task left."""
        found: list[PlannedTask] = []
        for _ in range(number):
            keys = {each.key for each in found}
            task = min(
                (each for each in self._free(game.tasks, cell) if each.key not in keys),
                key=lambda each: (*self._counts(game.game, cell, each), turns[each.name]),
                default=None,
            )
            if task is None:
                break
            found.append(task)
        seed = self._design.seed
        found.sort(key=lambda each: hashed(seed, self._number, game.game, each.name))
        return [*found, *[None] * (number - len(found))]

    def _counts(self, game: str, cell: Cell, task: PlannedTask) -> tuple[int, int]:
        return self._in_cells[game, cell, task.name], self._tasks[game, task.name]

    def _free(self, tasks: Sequence[PlannedTask], cell: Cell) -> list[PlannedTask]:
        """Return the tasks of a language that are new to the participant."""
        return [t for t in tasks if t.key not in self._met and cell.language in t.instances]

    def _add(
        self, game: GameDesign, cell: Cell, task: PlannedTask | None, *, practice: bool
    ) -> None:
        if task is None:
            self.short[game.game] = self.short.get(game.game, 0) + 1
            return
        self._met.add(task.key)
        self.found.append(
            Planned(
                position=len(self.found) + 1,
                block=self._block,
                practice=practice,
                game=game.game,
                seat=cell.seat,
                language=cell.language,
                task=task.name,
                key=task.key,
                instance=task.instances[cell.language],
            )
        )


def numbers_of(collector: int, collectors: int, participants: int) -> range:
    """Return the range of participant numbers of a collector (from 1)."""
    return range(collector, participants + 1, collectors)


def _playable(game: GameDesign, languages: Collection[str]) -> list[Cell]:
    return [cell for cell in game.cells if cell.language in languages]


def _sizes(
    game: GameDesign, cells: Sequence[Cell], counts: Mapping[tuple[str, Cell], int], number: int
) -> dict[Cell, int]:
    """Return how many episodes a participant plays in each cell: as equal as possible.

    What cannot be divided goes to the cells with the fewest episodes so far.
    """
    turn = {cell: (at - number + 1) % len(cells) for at, cell in enumerate(cells)}
    thinnest = sorted(cells, key=lambda cell: (counts.get((game.game, cell), 0), turn[cell]))
    more = game.episodes % len(cells)
    sizes = {cell: game.episodes // len(cells) + (at < more) for at, cell in enumerate(thinnest)}
    return {cell: sizes[cell] for cell in cells if sizes[cell]}


def _turns(game: GameDesign, seed: int, number: int) -> dict[str, int]:
    """Return when each task's turn is for a participant.

    Participants go through the tasks one after another, each from where the one before ended. After
    as many rounds as there are cells, when every cell has had every task, the order is drawn anew:
    with one order, the same tasks would always be played by the same people, and participants and
    tasks would fall into groups that have nothing in common. A participant in whose share a new
    order begins has no task twice: those of the old one come later in it.
    """
    names, episodes = [task.name for task in game.tasks], game.episodes
    start = (number - 1) * episodes
    line: list[str] = []
    while names and len(line) < start + 2 * len(names):  # what follows has a whole round
        again = len(line) // len(names) // len(game.cells)
        drawn = sorted(names, key=lambda name: hashed(seed, again, name))
        begun = len(line) % episodes
        own = set(line[len(line) - begun :])
        others = [name for name in drawn if name not in own]
        first = others[: episodes - begun]
        line += [*first, *(name for name in drawn if name not in first)]
    found: dict[str, int] = {}
    for turn, name in enumerate(line[start:]):
        found.setdefault(name, turn)
    return found


def _orders(plan: Sequence[Planned]) -> dict[str, tuple[Hashable, ...]]:
    """Return the order of games in a plan, and by game that of its cells."""
    games = tuple(dict.fromkeys(each.game for each in plan))
    found: dict[str, tuple[Hashable, ...]] = {game: _cells(plan, game) for game in games}
    return {**found, _GAMES: games}


def _cell(each: Planned) -> Cell:
    return Cell(each.seat, each.language)


def _cells(plan: Sequence[Planned], game: str) -> tuple[Cell, ...]:
    """Return the cells of a game in the order in which a participant plays them."""
    return tuple(
        dict.fromkeys(_cell(each) for each in plan if each.game == game and not each.practice)
    )
