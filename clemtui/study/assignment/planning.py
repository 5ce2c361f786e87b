"""The plan of one participant: games, seats, languages and tasks, in their order.

Everything follows from the design, the participant's number and what has been assigned so far; the
same input gives the same plan. Cells and tasks that were assigned least often come first, so that
drop-outs are made up for. Among equals, each participant begins further along than the one before,
by their numbers alone: collectors who cannot see each other's records also fill different cells.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from clemtui.study.assignment.williams import williams_rows
from clemtui.study.protocol.model import Order
from clemtui.study.tasks import Cell

Item = TypeVar("Item", bound=Hashable)


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
    orders = [_games(plan) for plan in others]
    planner = _Planner(design, number, languages, set(met), others)
    for game in _ordered(tuple(by_game), design.game_order, design.seed, number, orders):
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
        self._others = others
        counted = [each for plan in others for each in plan if not each.practice]
        self._cells = Counter((each.game, _cell(each)) for each in counted)
        self._tasks = Counter((each.game, each.task) for each in counted)
        self._in_cells = Counter((each.game, _cell(each), each.task) for each in counted)
        self._block = 0

    def add_block(self, game: GameDesign) -> None:
        """Add the episodes of a game."""
        self._block += 1
        sizes = _sizes(game, _playable(game, self._languages), self._cells, self._number)
        orders = [_cells(plan, game.game) for plan in self._others]
        design = self._design
        order = _ordered(tuple(sizes), design.cell_order, design.seed, self._number, orders)
        turns = _turns(game.tasks, design.seed, (self._number - 1) * game.episodes)
        practised: set[str] = set()
        for cell in order:
            if cell.seat not in practised:  # every role is practised before it counts
                practised.add(cell.seat)
                for _ in range(game.practice):
                    spare = self._free(game.spare, cell)
                    self._add(game, cell, spare[0] if spare else None, practice=True)
            for _ in range(sizes[cell]):
                task = min(
                    self._free(game.tasks, cell),
                    key=lambda each: (*self._counts(game.game, cell, each), turns[each.name]),
                    default=None,
                )
                self._add(game, cell, task, practice=False)

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


def _ordered(
    items: tuple[Item, ...],
    order: Order,
    seed: int,
    number: int,
    before: Sequence[tuple[Item, ...]],
) -> tuple[Item, ...]:
    """Return items in the order for a participant.

    ``before``: the orders of other participants; those of other items do not matter.
    """
    if order == "listed" or len(items) < 2:
        return items
    if order == "random":
        return tuple(sorted(items, key=lambda item: _draw(seed, number, str(item))))
    rows = williams_rows(tuple(sorted(items, key=lambda item: _draw(seed, str(item)))))
    counts = Counter(each for each in before if set(each) == set(items))
    turn = {row: (at - number + 1) % len(rows) for at, row in enumerate(rows)}
    return min(rows, key=lambda row: (counts[row], turn[row]))


def _turns(tasks: Sequence[PlannedTask], seed: int, start: int) -> dict[str, int]:
    """Return when each task's turn is, if they are gone through in a drawn order from a start."""
    drawn = sorted(tasks, key=lambda task: _draw(seed, task.name))
    return {task.name: (at - start) % len(drawn) for at, task in enumerate(drawn)}


def _games(plan: Sequence[Planned]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.game for each in plan))


def _cell(each: Planned) -> Cell:
    return Cell(each.seat, each.language)


def _cells(plan: Sequence[Planned], game: str) -> tuple[Cell, ...]:
    """Return the cells of a game in the order in which a participant plays them."""
    return tuple(
        dict.fromkeys(_cell(each) for each in plan if each.game == game and not each.practice)
    )


def _draw(*of: object) -> int:
    return int.from_bytes(hashlib.sha256(repr(of).encode()).digest()[:8], "big")
