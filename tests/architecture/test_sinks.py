"""Text leaves the program only through `clemtui.language.sinks`.

A bare write is found by its syntax, and one is planted for each kind.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT

#: Who may write, and why.
SINKS = {
    "clemtui/language/sinks.py": "the sinks",
    "clemtui/cli/console.py": "Rich's console, whose texts are made safe",
    "clemtui/cli/asking.py": "prompts, whose texts are made safe",
    "clemtui/cli/program.py": "prepares and closes the standard streams; writes nothing",
    "clemtui/cli/logs.py": "hands warnings to the sink of standard error",
}

#: What writes to a terminal, a browser or a spreadsheet, by its full name.
WRITERS = {
    "print",
    "builtins.print",
    "click.confirm",
    "click.echo",
    "click.echo_via_pager",
    "click.prompt",
    "click.secho",
    "click.style",
    "csv.DictWriter",
    "csv.writer",
    "html.escape",
    "json.dump",
    "pprint.pprint",
    "rich.console.Console",
    "rich.get_console",
    "rich.print",
    "rich.print_json",
    "traceback.print_exc",
    "traceback.print_exception",
    "xml.sax.saxutils.escape",
    "xml.sax.saxutils.quoteattr",
}
STREAMS = {"sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__"}

#: What may be asked of a standard stream anywhere.
QUESTIONS = {"isatty", "encoding", "fileno", "flush"}


def bare_writes(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and name of everything in a module that writes past the sinks."""
    tree = ast.parse(source)
    names = imported_names(tree)
    asked = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in QUESTIONS
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name | ast.Attribute) or id(node) in asked:
            continue
        name = full_name(node, names)
        if name in WRITERS | STREAMS:
            yield node.lineno, name


def imported_names(tree: ast.AST) -> dict[str, str]:
    """Return the full name of every name that a module imports, wherever it does."""
    found = {"print": "print"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                top = each.name.split(".")[0]
                found[each.asname or top] = each.name if each.asname else top
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for each in node.names:
                found[each.asname or each.name] = f"{node.module}.{each.name}"
    return found


def full_name(node: ast.expr, names: dict[str, str]) -> str:
    """Return the dotted name of an expression; empty if it is none."""
    if isinstance(node, ast.Name):
        return names.get(node.id, "")
    if isinstance(node, ast.Attribute):
        inner = full_name(node.value, names)
        return f"{inner}.{node.attr}" if inner else ""
    return ""


def modules() -> list[Path]:
    return sorted((ROOT / "clemtui").rglob("*.py"))


def test_nothing_writes_past_the_sinks() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in modules()
        if path.relative_to(ROOT).as_posix() not in SINKS
        for line, name in bare_writes(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_every_exception_is_needed() -> None:
    for name in SINKS:
        assert list(bare_writes((ROOT / name).read_text(encoding="utf-8"))), name


@pytest.mark.parametrize(
    "planted",
    [
        "print('x')",
        "import click\nclick.echo('x')",
        "import click as c\nc.secho('x')",
        "from click import style\nstyle('x')",
        "def f():\n    from click import echo as say\n    say('x')",
        "import sys\nsys.stdout.write('x')",
        "from sys import stderr\nstderr.write('x')",
        "import sys\nout = sys.stdout\nout.write('x')",
        "import sys\nexport(sys.stdout)",
        "import rich\nrich.print('x')",
        "from rich.console import Console\nConsole().print('x')",
        "import rich.console\nrich.console.Console().print('x')",
        "import csv\ncsv.writer(file).writerow(['=1'])",
        "from html import escape\nescape('x')",
        "import traceback\ntraceback.print_exc()",
    ],
)
def test_a_planted_write_is_found(planted: str) -> None:
    assert list(bare_writes(planted))


@pytest.mark.parametrize(
    "harmless",
    [
        "import sys\nsys.stdout.isatty()",
        "import sys\nsys.stdin.read()",
        "from clemtui.language.sinks import say\nsay('x')",
        "import re\nre.escape('x')",
        "import csv\ncsv.DictReader(file)",
        "file.write('x')",
        "console.print('x')",
    ],
)
def test_anything_else_is_not(harmless: str) -> None:
    assert not list(bare_writes(harmless))
