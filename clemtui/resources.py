"""Where the bundled games, languages and session papers are."""

from __future__ import annotations

from pathlib import Path

#: Name of the folder inside the installed package that a wheel fills (see `hatch_build.py`).
INSTALLED_FOLDER = "_collection"


def bundled_collection() -> Path:
    """Return the folder that contains the bundled `games/`, `locales/` and `sessions/`.

    In an installed program this is a folder inside the package; in a checkout, and so in an
    editable install, it is the root of the checkout. A folder beside the installed package that
    just happens to be called `games` is not mistaken for ours.

    Raises:
        FileNotFoundError: if neither exists, so the installation is damaged.
    """
    package = Path(__file__).resolve().parent
    installed = package / INSTALLED_FOLDER
    if (installed / "games").is_dir():
        return installed
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "games").is_dir():
        return checkout
    raise FileNotFoundError(
        f"The games that come with clemtui are missing (neither {installed} nor "
        f"{checkout / 'games'} is there). Please install clemtui again."
    )
