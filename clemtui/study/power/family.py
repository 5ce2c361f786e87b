"""The primary comparisons that a protocol asks for, before anyone has played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from clemtui.analysis.baseline.power import Rule
from clemtui.analysis.baseline.simulation import Comparison
from clemtui.study.checking import Checked
from clemtui.study.errors import StudyError
from clemtui.study.manifest import named_cells
from clemtui.study.protocol.model import Protocol
from clemtui.study.tasks import Cell, GameTasks, in_common


@dataclass(frozen=True, slots=True)
class Named:
    """A comparison of the report.

    Attributes:
        game: empty if games are compared with each other.
        level, baseline: what is compared with what.
        shared: how many tasks two games have in common, which count as different ones.
    """

    game: str
    level: str
    baseline: str
    compared: Comparison
    shared: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """Comparisons that share people and tasks: those of a game or, if games are compared, all.

    Attributes:
        games: those whose episodes are compared.
        conditions: the conditions by their numbers, as episodes have them; what is not among them
            is not compared. Empty: people alone are, in all that they play.
        names: what people call the conditions.
        named: the comparisons.
        by_game: whether the games are the conditions; else the seats or the languages are.
    """

    games: tuple[str, ...]
    conditions: tuple[str, ...]
    names: tuple[str, ...]
    named: tuple[Named, ...]
    by_game: bool = False
    by_seat: bool = False

    def condition(self, game: str, seat: str, language: str) -> int | None:
        """Return the number of the condition of an episode; None: it is not compared."""
        if game not in self.games:
            return None
        if not self.conditions:
            return 0
        name = game if self.by_game else seat if self.by_seat else language
        return self.conditions.index(name) if name in self.conditions else None


@dataclass(frozen=True, slots=True)
class Family:
    """All primary comparisons of a study.

    Attributes:
        rule: how the report decides about them.
        margin: of the tests of equivalence, which are a family of their own; None: there are none.
    """

    blocks: tuple[Block, ...]
    rule: Rule
    margin: float | None

    @property
    def comparisons(self) -> Sequence[tuple[Block, int]]:
        """The blocks with the numbers of their comparisons, in the order of the report."""
        return [(block, at) for block in self.blocks for at in range(len(block.named))]


def family_of(checked: Checked) -> Family:
    """Return the primary comparisons of a study.

    Raises:
        StudyError: if the protocol has none that can be made.
    """
    protocol = checked.study.protocol
    for finding in checked.findings:
        if finding.severity == "error" and finding.problem.place[:1] in (("games",), ("analysis",)):
            raise StudyError(f"{checked.study.file}: {finding.problem}")
    blocks = tuple(_blocks(protocol, checked.games))
    number = sum(len(block.named) for block in blocks)
    if not number:
        raise StudyError(f"{checked.study.file}: the primary comparison compares nothing")
    analysis = protocol.analysis
    correction = None if analysis.correction == "none" else analysis.correction
    return Family(blocks, Rule(analysis.alpha, correction, number), analysis.margin)


def _blocks(protocol: Protocol, games: Sequence[GameTasks]) -> Iterator[Block]:
    primary = protocol.analysis.primary
    match primary.between:
        case "people and value" | "people and model":
            with_model = primary.between == "people and model"
            for each in games:
                id = each.game.card.id
                value = 0.0 if with_model else primary.value_of(id)
                name = str(primary.model) if with_model else f"{value:g}"
                against = Comparison("model" if with_model else "value", value=value)
                yield Block((id,), (), (), (Named(id, "people", name, against),))
        case "games":
            ids = [each.game.card.id for each in games]
            baseline = primary.baseline or ""
            tasks = {each.game.card.id: each.tasks for each in games}
            block = _within("", tuple(ids), ids, baseline, "unpaired", by_game=True)
            named = (
                replace(each, shared=in_common(tasks[each.level], tasks[each.baseline]))
                for each in block.named
            )
            yield replace(block, named=tuple(named))
        case "languages" | "seats":
            for each in games:
                cells = named_cells(each.cells, protocol.games[each.number].seats)
                by_seat = primary.between == "seats"
                yield from _of_game(each, cells, primary.baseline or "", by_seat=by_seat)


def _of_game(
    each: GameTasks, cells: Sequence[Cell], baseline: str, *, by_seat: bool
) -> Iterator[Block]:
    called = (
        {c.seat: c.called for c in cells} if by_seat else {c.language: c.language for c in cells}
    )
    levels = list(called)
    start = next((level for level in levels if baseline in (level, called[level])), None)
    if start is None or len(levels) < 2:
        return
    id = each.game.card.id
    against = "paired" if by_seat or each.paired else "unpaired"
    yield _within(id, (id,), levels, start, against, called=called, by_seat=by_seat)


def _within(
    game: str,
    games: tuple[str, ...],
    levels: Sequence[str],
    baseline: str,
    against: str,
    *,
    called: Mapping[str, str] | None = None,
    by_game: bool = False,
    by_seat: bool = False,
) -> Block:
    start = levels.index(baseline)
    names = tuple((called or {}).get(level, level) for level in levels)
    named = tuple(
        Named(
            game, names[at], names[start],
            Comparison("paired" if against == "paired" else "unpaired", at, start),
        )
        for at in range(len(levels))
        if at != start
    )  # fmt: skip
    return Block(games, tuple(levels), names, named, by_game, by_seat)
