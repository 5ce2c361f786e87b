"""Write the pages that are made from the program: commands, keys, the protocol
of studies and the data dictionary.

python -m tools.pages
"""

from __future__ import annotations

from tools.pages import commands, data_dictionary, keys, protocol


def main() -> None:
    """Write all pages."""
    for module in (commands, data_dictionary, keys, protocol):
        module.PAGE.write_text(module.page(), encoding="utf-8", newline="\n")
        print(module.PAGE.name)


if __name__ == "__main__":
    main()
