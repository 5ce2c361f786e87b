"""Makes ``python -m clemtui`` the same program as the command `clemtui`."""

from __future__ import annotations

from clemtui.cli import main

if __name__ == "__main__":
    main()
