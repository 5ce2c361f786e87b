"""Write the instance file shipped with the game.

Run it from the root of the repository::

    python -m games.referencegame.tools.build_instances
"""

from __future__ import annotations

import json
import re

from games.referencegame import generate as generator

PATH = generator.DATA.parents[1] / "instances" / "grids.json"
_LIST = re.compile(r"\[\s+([^\[\]{}]*?)\s+\]")


def main() -> None:
    """Write all experiments, each list of grids or numbers on one line."""
    text = json.dumps(generator.generate(generator.SHIPPED_SEED), ensure_ascii=False, indent=1)
    text = _LIST.sub(lambda match: "[" + re.sub(r"\s+", " ", match[1]) + "]", text)
    PATH.write_text(text + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    main()
