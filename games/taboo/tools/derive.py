"""Write the files derived from the data: the indexes of relations, the tasks that can be
generated, and the shipped instances.

python -m games.taboo.tools.derive index en de
python -m games.taboo.tools.derive tasks en de
python -m games.taboo.tools.derive instances ar de en fr it ja pt-BR ru te tk tr zh
"""

from __future__ import annotations

import argparse
from pathlib import Path

from games.taboo.generate import index, tasks
from games.taboo.relations import load_relations
from games.taboo.tools import concepts

FAMILY = Path(__file__).resolve().parents[1]


def write_index(language: str) -> list[Path]:
    relations = load_relations(language)
    paths = []
    for source, entries in relations.sources().items():
        path = index.index_path(language, source)
        path.write_bytes(index.dump_index(index.build_index(relations, entries)))
        paths.append(path)
    return paths


def write_tasks(language: str) -> list[Path]:
    path = tasks.tasks_path(language)
    path.write_bytes(tasks.dump_bands(tasks.derive_bands(language)))
    return [path]


def write_instances(language: str) -> list[Path]:
    path = FAMILY / "instances" / f"{language}.json"
    path.write_text(concepts.shipped(language), encoding="utf-8")
    return [path]


WRITERS = {"index": write_index, "tasks": write_tasks, "instances": write_instances}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=[*WRITERS])
    parser.add_argument("languages", nargs="+")
    options = parser.parse_args()
    for language in options.languages:
        for path in WRITERS[options.what](language):
            print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
