"""Write into translated packs the hashes of the English entries that they were made from.

Run it only after a translation was brought up to date with its English source:

    python tools/stamp_packs.py locales/de/taboo.toml [more packs]
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from clemtui.catalogue import Pack

_SOURCE_TABLE = re.compile(r"\n\[source\]\n(?:[^\[]*\n)?", re.MULTILINE)


def stamp(path: Path) -> None:
    """Replace the ``[source]`` table of a pack by the hashes of today's English pack."""
    english = Pack.read(path.stem, path.parent.parent / "en" / path.name)
    rows = [f'"{id}" = "{digest}"' for id, digest in sorted(english.entry_hashes().items())]
    text = _SOURCE_TABLE.sub("\n", path.read_text("utf-8")).rstrip("\n")
    path.write_text(text + "\n\n[source]\n" + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        stamp(Path(argument))
