"""The fake server as a script, as used by tests of the whole program in a terminal."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.support.paths import ROOT


def test_the_script_prints_its_address_answers_in_turn_and_logs_what_it_got(
    tmp_path: Path,
) -> None:
    script, log = tmp_path / "script.json", tmp_path / "log.jsonl"
    script.write_text(json.dumps(["first", {"text": "second", "chunks": 1}]), encoding="utf-8")
    command = [sys.executable, str(ROOT / "tests/support/fake_openai.py")]
    with subprocess.Popen(
        [*command, "--script", str(script), "--log", str(log)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        body = json.dumps({"model": "m", "messages": []}).encode()
        answers = [
            urllib.request.urlopen(f"{address}/chat/completions", body, timeout=10).read().decode()
            for _ in range(2)
        ]
        process.stdin.close()
        assert process.wait(10) == 0
    assert '"content": "fi"' in answers[0]
    assert '"content": "second"' in answers[1]
    assert answers[0].endswith("data: [DONE]\n\n")
    logged = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert logged == [{"path": "/v1/chat/completions", "body": json.loads(body)}] * 2
