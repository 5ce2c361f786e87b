"""Write the instance file shipped with the game.

Run it from the root of the repository::

    python -m games.imagegame.tools.build_instances
"""

from __future__ import annotations

import json
from pathlib import Path

from games.imagegame import generate as generator


def main() -> None:
    """Write one file for all languages: a grid contains no words."""
    path = Path(generator.__file__).parent / "instances" / "grids.json"
    text = json.dumps(generator.generate(generator.SHIPPED_SEED), ensure_ascii=False, indent=1)
    path.write_text(text + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    main()
