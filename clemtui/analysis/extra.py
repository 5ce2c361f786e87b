"""The packages of the extra ``stats``, which statistics need and nothing else does."""

from __future__ import annotations

import shlex
import sys

EXTRA = "stats"
COMMAND = (
    f'{shlex.quote(sys.executable)} -m pip install "scipy>=1.14,<2" "statsmodels>=0.14.4,<0.16"'
)
"""Installs what is missing."""

_PACKAGES = ("numpy", "pandas", "scipy", "statsmodels")


def is_of_extra(error: ModuleNotFoundError) -> bool:
    """Whether what could not be imported is a package of the extra."""
    return (error.name or "").partition(".")[0] in _PACKAGES
