"""Stamp all entries of translated packs: ``clemtui languages stamp --all``.

python tools/stamp_packs.py locales/de/taboo.toml [more packs]
"""

from __future__ import annotations

import sys

from clemtui.cli import main

if __name__ == "__main__":
    main(["languages", "stamp", "--all", *sys.argv[1:]])
