"""Write what follows from ``data/relations_*.tsv.gz``: the indexes and the shipped instances.

python games/taboo/tools/derive.py index en de
python games/taboo/tools/derive.py instances en de
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
from pathlib import Path
from typing import Any

FAMILY = Path(__file__).resolve().parents[1]


def module(name: str) -> Any:
    """A module of the family, which is loaded as the package ``taboo_tool``."""
    if "taboo_tool" not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            "taboo_tool", FAMILY / "__init__.py", submodule_search_locations=[str(FAMILY)]
        )
        if spec is None or spec.loader is None:
            raise SystemExit(f"{FAMILY} is not a game folder")
        package = importlib.util.module_from_spec(spec)
        sys.modules["taboo_tool"] = package
        spec.loader.exec_module(package)
    return importlib.import_module(f"taboo_tool.{name}")


def write_index(language: str) -> list[Path]:
    index = module("index")
    relations = module("relations").load_relations(language)
    paths = []
    for source, entries in relations.sources().items():
        path = index.index_path(language, source)
        path.write_bytes(index.dump_index(index.build_index(relations, entries)))
        paths.append(path)
    return paths


def write_instances(language: str) -> list[Path]:
    path = FAMILY / "instances" / f"{language}.json"
    path.write_text(module("generator").shipped(language), encoding="utf-8")
    return [path]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=["index", "instances"])
    parser.add_argument("languages", nargs="+")
    options = parser.parse_args()
    for language in options.languages:
        write = write_index if options.what == "index" else write_instances
        for path in write(language):
            print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
