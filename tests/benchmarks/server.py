"""A model server in a process of its own, so that it takes no time from what is measured."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from clemtui.config import Settings
from clemtui.players.llm.parameters import ModelParameters
from tests.support.paths import ROOT

MODEL = "fake"

_SERVER = """
import sys
from tests.support.fake_openai import FakeOpenAI, Reply

text, chunks, gap = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])

def answer(messages):
    return Reply(text, chunks=chunks, gap=gap)

with FakeOpenAI(answer) as server:
    print(server.base_url, flush=True)
    sys.stdin.read()
"""


@contextmanager
def model_server(text: str, *, chunks: int = 1, gap: float = 0) -> Iterator[Settings]:
    """Settings in which the model `MODEL` is a server on loopback that always answers the same,
    in so many chunks, ``gap`` seconds apart."""
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVER, text, str(chunks), str(gap)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        model = ModelParameters(model="openai/fake", api_base=address, retries=0, timeout=600)
        yield Settings(models={MODEL: model})
    finally:
        process.stdin.close()
        process.wait(10)
        process.stdout.close()
