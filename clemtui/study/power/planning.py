"""What a study can find: the power of its primary comparisons, one by one and together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from clemtui.analysis.baseline.latent import Scale
from clemtui.analysis.baseline.pilot import Pilot
from clemtui.analysis.baseline.power import (
    Needed,
    Power,
    PowerOfAll,
    Rule,
    Smallest,
    equivalence_power,
    participants_needed,
    power,
    power_of_all,
    smallest_difference,
    without_interval,
)
from clemtui.analysis.baseline.simulation import Assumptions, Simulation, TooSmall, reduced
from clemtui.study.checking import Checked
from clemtui.study.errors import StudyError
from clemtui.study.power.family import Block, Family, Named, family_of
from clemtui.study.power.layouts import Assigned, layout_of
from clemtui.study.power.pilots import Piloted, pilot_for

STATED = "stated"
ESTIMATED = "as the pilot estimates"
PESSIMISTIC = "upper bounds of the pilot"
"""What is assumed about variances."""

_SHARES = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
"""The numbers of participants in the table, as shares of the planned one."""
_ENDS = 1e-9


@dataclass(frozen=True, slots=True)
class Stated:
    """What is said about the scores; None: not stated.

    Attributes:
        mean: of people, or under the baseline.
        people, people_condition, tasks, tasks_condition, residual: standard deviations, in points,
            of participants, of these under single conditions, of tasks, of these under single
            conditions, and of the rest.
        levels: the only possible scores; empty: all from 0 to 100.
        seeds: responses of the model to each instance.
    """

    mean: float | None = None
    people: float | None = None
    people_condition: float | None = None
    tasks: float | None = None
    tasks_condition: float | None = None
    residual: float | None = None
    levels: tuple[float, ...] = ()
    seeds: int = 1


PEOPLE, TASKS, RESIDUAL = 12.0, 15.0, 25.0
"""The standard deviations that are assumed where neither the researcher nor a pilot says any."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be planned.

    Attributes:
        difference: to be found, in points; None: that of the stated mean from the value of the
            protocol if there are both, or else only the smallest one is looked for.
        target: the power wanted, in percent.
        participants: the planned number; ``table``: those of the table, empty: around it.
        simulations: the number of simulated studies; ``seed``: of their drawing.
    """

    difference: float | None
    target: float
    participants: int
    table: tuple[int, ...]
    simulations: int
    seed: int


@dataclass(frozen=True, slots=True)
class Row:
    """What a number of participants can find.

    Attributes:
        planned: the difference that was asked for; None: none was.
        smallest: None: not even the largest possible difference.
        equivalent: that a difference of 0 is within the margin; None: the protocol has none.
    """

    participants: int
    planned: Power | None
    smallest: Power | None
    equivalent: Power | None


@dataclass(frozen=True, slots=True)
class Scores:
    """What simulated people score in all that is compared: if there is no difference or, where they
    are compared with a value, with the mean that is assumed.

    Attributes:
        mean, deviation: of single scores.
        lowest, highest: the share of scores at the ends of the scale, in percent.
    """

    mean: float
    deviation: float
    lowest: float
    highest: float


@dataclass(frozen=True, slots=True)
class Planned:
    """The power of a comparison under one assumption.

    Attributes:
        basis: what is assumed: `STATED`, `ESTIMATED` or `PESSIMISTIC`.
        assumed: in detail; ``scores``: what follows for single scores.
        episodes: on each side with the planned number of participants, and the number of tasks on
            either side together.
        smallest: with the planned number of participants.
        planned: the power to find the difference that was asked for.
        needed: the number of participants that finds it with the wanted power.
        equivalent: the power to show equivalence if there is no difference.
        needed_equivalent: the number that shows it with the wanted power.
        table: over numbers of participants.
    """

    named: Named
    basis: str
    assumed: Assumptions
    scores: Scores
    rule: Rule
    participants: int
    episodes: tuple[int, ...]
    tasks: int
    target: float
    smallest: Smallest | None
    difference: float | None
    planned: Power | None
    needed: Needed | None
    margin: float | None
    equivalent: Power | None
    needed_equivalent: Needed | None
    table: tuple[Row, ...]


class Planning:
    """The primary comparisons of a study, to be simulated.

    Args:
        checked: the study.
        stated: what is assumed about the scores of every game.
        piloted: a pilot; None: there is none.

    Raises:
        StudyError: if the protocol compares nothing, or the pilot does not have what it compares.
    """

    def __init__(self, checked: Checked, stated: Stated, piloted: Piloted | None = None) -> None:
        self.family: Family = family_of(checked)
        blocks = () if piloted is None else self.family.blocks
        self.pilots: Mapping[Block, Pilot] = {
            each: pilot_for(piloted, each) for each in blocks if piloted is not None
        }
        self._checked = checked
        self._stated = stated
        self._assigned = Assigned(checked)
        if stated.mean is None and piloted is None:
            raise StudyError("state the mean that you expect of people, or name a pilot")

    def bases(self) -> tuple[str, ...]:
        """Return under which assumptions a comparison is planned."""
        return (ESTIMATED, PESSIMISTIC) if self.pilots else (STATED,)

    def difference(self, block: Block, wanted: Wanted) -> float | None:
        """Return the difference to be found, see `Wanted`."""
        compared, mean = block.named[0].compared, self._stated.mean
        if wanted.difference is not None or compared.against != "value" or mean is None:
            return wanted.difference  # what a pilot found is no plan
        found = mean - compared.value
        return found if abs(found) > _ENDS else None

    def planned(self, wanted: Wanted) -> Iterator[Planned]:
        """Yield the power of every comparison, under every assumption.

        Raises:
            StudyError: if the study is too small for any interval.
            ValueError: if a mean is not within the range of scores.
        """
        for block, number in self.family.comparisons:
            for basis in self.bases():
                yield self._planned(block, number, basis, wanted)

    def together(self, wanted: Wanted) -> PowerOfAll | None:
        """Return what is found if all comparisons have the difference that was asked for; None if
        there is one comparison, or no difference."""
        family, basis = self.family, self.bases()[0]
        differences = [self.difference(block, wanted) for block in family.blocks]
        known = [each for each in differences if each is not None]
        if family.rule.comparisons < 2 or len(known) < len(differences):
            return None
        blocks = [self._simulation(each, basis, wanted.participants) for each in family.blocks]
        return power_of_all(blocks, family.rule, known, wanted.simulations, wanted.seed)

    def _planned(self, block: Block, number: int, basis: str, wanted: Wanted) -> Planned:
        difference, margin = self.difference(block, wanted), self.family.margin
        single = _Single(
            lambda count: self._simulation(block, basis, count, number),
            self.family.rule,
            wanted,
            difference,
        )
        here = single.at(wanted.participants)
        if here is None:
            raise StudyError(
                f"{self._checked.study.file}: {' and '.join(block.games)}: an interval needs at "
                "least two participants and two tasks on each side; the number of participants is "
                f"{wanted.participants}"
            )
        rows = tuple(single.row(count, margin) for count in _numbers(wanted))
        return Planned(
            named=block.named[number],
            basis=basis,
            assumed=here.assumed,
            scores=_scores(here, wanted.simulations, wanted.seed),
            rule=self.family.rule,
            participants=wanted.participants,
            episodes=here.episodes,
            tasks=here.tasks,
            target=wanted.target,
            smallest=single.smallest(wanted.participants),
            difference=difference,
            planned=None if difference is None else single.finds(wanted.participants, difference),
            needed=None if difference is None else single.needed(difference),
            margin=margin,
            equivalent=None if margin is None else single.shows(wanted.participants, margin),
            needed_equivalent=None if margin is None else single.needed_equivalent(margin),
            table=rows,
        )

    def _simulation(
        self, block: Block, basis: str, participants: int, number: int | None = None
    ) -> Simulation:
        """Return the simulation of one comparison of a block, or of all of them."""
        layout, _ = layout_of(block, self._assigned.first(participants))
        compared = [each.compared for each in block.named]
        if number is not None:
            compared = compared[number : number + 1]
            layout = reduced(layout, compared[0])
        return Simulation(layout, compared, self._assumptions(block, basis))

    def _mean(self, block: Block) -> float:
        if self._stated.mean is not None:
            return self._stated.mean
        pilot, baseline = self.pilots[block], block.named[0].compared.baseline
        mean, levels = pilot.means[baseline], pilot.scales[baseline].levels
        if len(levels) == 1:
            raise StudyError(
                f"every score of the pilot in {' and '.join(block.games)} is {mean:g}, so it does "
                "not say how much scores vary: plan without it, with --mean and --scores"
            )
        return mean

    def _assumptions(self, block: Block, basis: str) -> Assumptions:
        stated, mean = self._stated, self._mean(block)
        if basis == STATED:
            found = _stated(stated, mean, within=bool(block.conditions))
        else:
            found = self.pilots[block].assumptions(mean, upper=basis == PESSIMISTIC)
            found = _replaced(found, stated)
        scales = (Scale(stated.levels),) if stated.levels else found.scales
        return replace(found, scales=scales, seeds=stated.seeds)


class _Single:
    """One comparison under one assumption, with any number of participants."""

    def __init__(
        self,
        simulation: Callable[[int], Simulation],
        rule: Rule,
        wanted: Wanted,
        difference: float | None,
    ) -> None:
        self._simulation = simulation
        self._rule = rule
        self._wanted = wanted
        self._difference = difference
        self._known: dict[int, Simulation | None] = {}
        self._smallest: dict[int, Smallest | None] = {}
        self._found: dict[tuple[int, float], Power] = {}
        self._shown: dict[tuple[int, float], Power] = {}

    def at(self, count: int) -> Simulation | None:
        """Return the simulation with a number of participants; None: they are too few."""
        if count not in self._known:
            try:
                self._known[count] = self._simulation(count)
            except TooSmall:
                self._known[count] = None
        return self._known[count]

    def finds(self, count: int, difference: float) -> Power:
        """Return the power to find a difference."""
        made, wanted, what = self.at(count), self._wanted, (count, difference)
        if made is None:
            return without_interval(difference, wanted.simulations)
        if what not in self._found:
            self._found[what] = power(made, self._rule, difference, wanted.simulations, wanted.seed)
        return self._found[what]

    def shows(self, count: int, margin: float) -> Power:
        """Return the power to show equivalence if there is no difference."""
        made, wanted, what = self.at(count), self._wanted, (count, margin)
        if made is None:
            return without_interval(0.0, wanted.simulations)
        if what not in self._shown:
            self._shown[what] = equivalence_power(
                made, self._rule, margin, 0.0, wanted.simulations, wanted.seed
            )
        return self._shown[what]

    def smallest(self, count: int) -> Smallest | None:
        """Return the smallest difference that is found with the wanted power."""
        if count not in self._smallest:
            made, wanted = self.at(count), self._wanted
            self._smallest[count] = (
                None
                if made is None
                else smallest_difference(
                    made,
                    self._rule,
                    wanted.target,
                    wanted.simulations,
                    wanted.seed,
                    positive=_is_positive(made, self._difference),
                )
            )
        return self._smallest[count]

    def needed(self, difference: float) -> Needed | None:
        """Return the number of participants that finds a difference."""
        target = self._wanted.target
        return participants_needed(lambda count: self.finds(count, difference), target)

    def needed_equivalent(self, margin: float) -> Needed | None:
        """Return the number of participants that shows equivalence."""
        target = self._wanted.target
        return participants_needed(lambda count: self.shows(count, margin), target)

    def row(self, count: int, margin: float | None) -> Row:
        """Return what a number of participants can find."""
        smallest, difference = self.smallest(count), self._difference
        return Row(
            count,
            None if difference is None else self.finds(count, difference),
            None if smallest is None else smallest.power,
            None if margin is None else self.shows(count, margin),
        )


def _is_positive(simulation: Simulation, difference: float | None) -> bool:
    """Whether to look for positive differences: as the wanted one is, or else where there is more
    room on the scale."""
    if difference is not None:
        return difference >= 0
    up, down = (simulation.largest(positive=each) for each in (True, False))
    return up >= down


def _numbers(wanted: Wanted) -> Sequence[int]:
    if wanted.table:
        return sorted(set(wanted.table))
    return sorted({max(4, round(share * wanted.participants)) for share in _SHARES})


def _stated(stated: Stated, mean: float, *, within: bool) -> Assumptions:
    """Return stated assumptions; what participants and tasks have under one condition alone is half
    of what they have anyway, unless it is stated."""
    people = PEOPLE if stated.people is None else stated.people
    tasks = TASKS if stated.tasks is None else stated.tasks
    rest = RESIDUAL if stated.residual is None else stated.residual
    own_people, own_tasks = stated.people_condition, stated.tasks_condition
    return Assumptions(
        mean,
        people**2,
        tasks**2,
        rest**2,
        (people / 2 if own_people is None else own_people) ** 2 if within else 0.0,
        (tasks / 2 if own_tasks is None else own_tasks) ** 2 if within else 0.0,
    )


def _replaced(found: Assumptions, stated: Stated) -> Assumptions:
    """Return the assumptions of a pilot with what is stated in its place."""

    def variance(deviation: float | None, otherwise: float) -> float:
        return otherwise if deviation is None else deviation**2

    return replace(
        found,
        participant=variance(stated.people, found.participant),
        participant_condition=variance(stated.people_condition, found.participant_condition),
        task=variance(stated.tasks, found.task),
        task_condition=variance(stated.tasks_condition, found.task_condition),
        residual=variance(stated.residual, found.residual),
    )


def _scores(simulation: Simulation, simulations: int, seed: int) -> Scores:
    scores = simulation.people(simulation.expected, min(simulations, 500), seed)
    bottom = min(each.ends[0] for each in simulation.assumed.scales)
    top = max(each.ends[1] for each in simulation.assumed.scales)
    return Scores(
        float(scores.mean()),
        float(scores.std()),
        100 * float((scores <= bottom + _ENDS).mean()),
        100 * float((scores >= top - _ENDS).mean()),
    )
