"""Into how many groups the participants and instances of a study fall.

Participants who have played a common instance are in one group, and so are all who are connected
through others: the connected components of the graph of cells. In a **connected** design, there is
one. Constants for all participants and all instances have a rank of the number of their levels
minus that of the groups, as in each group one of them follows from the others (Searle, Linear
Models for Unbalanced Data, 1987, section 5.3).
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from clemtui.analysis.baseline.data import Indices


def groups(participant: Indices, instance: Indices) -> int:
    """Return the number of groups that have no participant and no instance in common.

    Args:
        participant, instance: by cell, indices from 0 without gaps.
    """
    people, levels = int(participant.max()) + 1, int(participant.max() + instance.max()) + 2
    cells = (np.ones(len(participant)), (participant, people + instance))
    found: int = connected_components(coo_array(cells, shape=(levels, levels)), directed=False)[0]
    return found


def additive_rank(participant: Indices, instance: Indices) -> int:
    """Return the rank of constants for all participants and all instances: what cells have beyond
    it are the degrees of freedom of the residual."""
    levels = int(participant.max() + instance.max()) + 2
    return levels - groups(participant, instance)
