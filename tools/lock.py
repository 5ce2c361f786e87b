"""Write the locks `requirements/play.txt` and `requirements/test.txt` from `pyproject.toml`.

    python tools/lock.py              keep the versions that still fit, add what is missing
    python tools/lock.py --upgrade    take the newest versions that fit

Needs `uv` (`python -m pip install uv`). A lock holds exact versions with the hashes of every file
that the public index offers for them, so it is valid on Linux, macOS and Windows for every Python
of `requires-python`, and it names no host. Settings of this machine (other indexes, folders of
wheels) are left out on purpose: what they offer, others do not have.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = "3.11"
#: lock -> the dependency group of `pyproject.toml` that it adds to the program's dependencies
LOCKS = {"requirements/play.txt": "build", "requirements/test.txt": "test"}
HEADER = "# Written by `python tools/lock.py`; change pyproject.toml, not this file.\n"
PUBLIC = ("HOME", "PATH", "LANG", "SYSTEMROOT", "TEMP", "TMP", "SSL_CERT_FILE")


def lock(uv: str, target: str, group: str, constraint: str | None, options: list[str]) -> None:
    """Resolve the program's dependencies and those of `group` into the file `target`."""
    command = [uv, "--no-config", "pip", "compile", "pyproject.toml", "--group", group]
    command += ["--universal", "--python-version", OLDEST_PYTHON, "--generate-hashes", "--quiet"]
    command += ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
    command += ["--output-file", target, *options]
    if constraint is not None:  # the tests run on the very versions that people play with
        command += ["--constraint", constraint]
    environment = {name: os.environ[name] for name in PUBLIC if name in os.environ}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    path = ROOT / target
    path.write_text(HEADER + path.read_text(encoding="utf-8"), encoding="utf-8", newline="\n")


def main() -> int:
    """Write both locks; return the exit code."""
    options = sys.argv[1:]
    if options not in ([], ["--upgrade"]):
        print("usage: python tools/lock.py [--upgrade]", file=sys.stderr)
        return 2
    uv = shutil.which("uv")
    if uv is None:
        print("tools/lock.py needs uv: python -m pip install uv", file=sys.stderr)
        return 1
    constraint = None
    for target, group in LOCKS.items():
        lock(uv, target, group, constraint, options)
        constraint = target
    return 0


if __name__ == "__main__":
    sys.exit(main())
