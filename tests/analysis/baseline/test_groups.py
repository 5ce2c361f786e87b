"""Coverage of intervals where people and instances fall into groups with nothing in common."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from clemtui.analysis.baseline.components import design
from clemtui.analysis.baseline.rule import crossed_mean
from tests.analysis.baseline.test_connected import blocks

STUDIES = 2000


@pytest.mark.parametrize("share", [0.6, 0.9])
@pytest.mark.parametrize(("people", "instances"), [(0.0, 0.0), (1.0, 0.3), (0.2, 1.0), (1.0, 1.0)])
def test_other_people_and_instances_are_within_95_of_100_intervals(
    share: float, people: float, instances: float
) -> None:
    """17 people in nine groups of two instances, all scores 0 or 100: the latent standard
    deviations of people and instances are those of the parameters, that of the rest is 1."""
    who, what = blocks([(2, 2)] * 8 + [(1, 2)])
    made = design(who, what)
    assert made.separable
    draw = np.random.default_rng(1)
    scale = np.sqrt(1 + people**2 + instances**2)
    latent = norm.ppf(share) * scale + draw.standard_normal((STUDIES, made.cells))
    latent += people * draw.standard_normal((STUDIES, made.participants))[:, who]
    latent += instances * draw.standard_normal((STUDIES, made.instances))[:, what]
    low, high = crossed_mean(made, 100.0 * (latent > 0), (0.0, 100.0)).limits()
    assert np.mean((low <= 100 * share) & (100 * share <= high)) >= 0.95
