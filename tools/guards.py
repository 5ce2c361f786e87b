"""Print the triggers of tables, to be copied into the migration that creates them.

python -m tools.guards TABLE...
"""

from __future__ import annotations

import sys

from clemtui.store.schema import TABLES
from clemtui.store.schema.guards import guards


def main() -> None:
    """Print the triggers of the tables that the command line names."""
    unknown = [name for name in sys.argv[1:] if name not in TABLES]
    if unknown or len(sys.argv) == 1:
        sys.exit(f"name tables of clemtui/store/schema, not {', '.join(unknown) or 'none'}")
    sys.stdout.write("".join(guards(TABLES[name]) for name in sys.argv[1:]))


if __name__ == "__main__":
    main()
