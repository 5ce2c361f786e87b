"""Write the instance files shipped with the game.

Run it from the root of the repository::

    python -m games.privateshared.tools.build_instances
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from games.privateshared import generate as generator

_PAIR = re.compile(r'\[\s*("[^"]*"),\s*("[^"]*"|\d+)\s*\]')


def written(language: str) -> str:
    """Return the file of a language, with each pair of slot and value (or number) on one line."""
    document = generator.generate(language, generator.SHIPPED_SEED)
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return _PAIR.sub(r"[\1, \2]", text) + "\n"


def main() -> None:
    """Write one file per language."""
    folder = Path(generator.__file__).parent / "instances"
    folder.mkdir(exist_ok=True)
    for language in generator.VALUES:
        (folder / f"{language}.json").write_text(written(language), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
