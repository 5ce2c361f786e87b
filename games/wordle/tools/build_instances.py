"""Write the shipped instance files.

Usage, from the root of the repository::

    python -m games.wordle.tools.build_instances
"""

from __future__ import annotations

import json

from games.wordle import generate as generator
from games.wordle import words


def main() -> None:
    """Write one file per language."""
    folder = words.DATA.parent / "instances"
    folder.mkdir(exist_ok=True)
    for language in words.LANGUAGES:
        instances = generator.generate(language, generator.SHIPPED_SEED)
        text = json.dumps(instances, ensure_ascii=False, indent=1) + "\n"
        (folder / f"{language}.json").write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
