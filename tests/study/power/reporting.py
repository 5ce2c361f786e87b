"""Studies that are simulated without the program's own simulation, and reported with its tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from scipy.stats import norm

from clemtui.records.studies import StudyResult
from clemtui.study.assignment.planning import Planned, plan_for
from clemtui.study.manifest import Manifest
from clemtui.study.results.primary import Compared, primary_comparisons

Assigned = tuple[int, Planned]
"""The number of a participant, and an episode of theirs that counts."""


def assigned(manifest: Manifest, people: int | None = None) -> list[Assigned]:
    """Return what the participants of a frozen study play."""
    plans: list[Sequence[Planned]] = []
    for number in range(1, (people or manifest.protocol.participants.number) + 1):
        plan = plan_for(manifest.design(), number, manifest.protocol.languages, (), plans)
        plans.append(plan.episodes)
    return [
        (number, each) for number, plan in enumerate(plans, 1) for each in plan if not each.practice
    ]


def scored(assigned: Assigned, score: float) -> StudyResult:
    """Return the result of an episode that was played as assigned."""
    number, each = assigned
    return StudyResult(
        f"p{number}", number, each.position, False, each.game, each.seat, each.language,
        each.instance, f"{number}-{each.position}", "finished", False, score == 100, score, None,
    )  # fmt: skip


def found(
    manifest: Manifest,
    episodes: Sequence[Assigned],
    level: Callable[[Planned], str],
    *,
    means: dict[str, float],
    spreads: tuple[float, float, float, float, float],
    binary: bool,
    studies: int,
    seed: int,
) -> list[tuple[Compared, ...]]:
    """Return what the report says of simulated studies.

    Args:
        level: the condition of an episode.
        means: of the scores by condition; of the latent value if they are not binary.
        spreads: standard deviations of people, of these under a condition, of tasks, of these under
            a condition, and of the rest.
        binary: whether scores are 0 or 100, by a normal latent value that is cut; else they are
            that value, cut off at 0 and 100.
    """
    draw = np.random.default_rng(seed)
    total = float(np.sqrt(sum(each**2 for each in spreads)))
    results = []
    for _ in range(studies):
        memory: dict[tuple[object, ...], float] = {}

        def value(*of: object, memory: dict[tuple[object, ...], float] = memory) -> float:
            if of not in memory:
                memory[of] = float(draw.standard_normal())
            return memory[of]

        rows = []
        for number, each in episodes:
            under = level(each)
            latent = (
                spreads[0] * value("person", number)
                + spreads[1] * value("person", number, under)
                + spreads[2] * value("task", each.game, each.task)
                + spreads[3] * value("task", each.game, each.task, under)
                + spreads[4] * float(draw.standard_normal())
            )
            if binary:
                score = 100.0 * (latent / total < norm.ppf(means[under] / 100))
            else:
                score = float(np.clip(latent + means[under], 0, 100))
            rows.append(scored((number, each), score))
        results.append(primary_comparisons(manifest, rows))
    return results


def share_found(results: Sequence[tuple[Compared, ...]], alpha: float = 0.05) -> float:
    """Return how often the first comparison is significant in the report, in percent."""
    ps: list[float] = []
    for first, *_ in results:
        assert first.difference is not None
        p = first.difference.adjusted or first.difference.p
        ps.append(1.0 if p is None else p)
    return 100 * float(np.mean([p <= alpha for p in ps]))
