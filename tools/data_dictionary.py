"""Write the tables and views of `sessions/DATA_DICTIONARY.md` from `clemtui.store.schema`.

    python tools/data_dictionary.py
    python tools/data_dictionary.py guards TABLE...

The second form prints the triggers of tables, to be copied into the migration that creates them.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "sessions" / "DATA_DICTIONARY.md"
sys.path.insert(0, str(ROOT))

from clemtui.store.schema import TABLES  # noqa: E402
from clemtui.store.schema.dictionary import sections  # noqa: E402
from clemtui.store.schema.guards import guards  # noqa: E402

MARK = "<!-- Generated from here on by `python tools/data_dictionary.py`; change the schema. -->\n"


def page() -> str:
    """Return the whole page: the handwritten part above the mark, and the generated part below.

    Raises:
        ValueError: if the mark is missing.
    """
    head, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    if not mark:
        raise ValueError(f"{PAGE.name} has lost the line {MARK.strip()}")
    return f"{head}{MARK}\n{sections()}"


def main() -> None:
    """Write the page, or print triggers."""
    match sys.argv[1:]:
        case ["guards", *tables]:
            sys.stdout.write("".join(guards(TABLES[table]) for table in tables))
        case _:
            PAGE.write_text(page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
