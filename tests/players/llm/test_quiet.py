"""litellm is loaded only when needed, and prints nothing."""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from clemtui.players.llm.errors import ModelError
from clemtui.players.llm.player import preload
from tests.players.llm.model_calls import ask
from tests.support.fake_openai import FakeOpenAI, error_reply
from tests.support.paths import ROOT


def run(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `code` in a separate process, with warnings as a person would see them."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_importing_the_adapter_and_the_settings_loads_neither_litellm_nor_textual(
    tmp_path: Path,
) -> None:
    result = run(
        """
        import sys
        import clemtui.config, clemtui.players.llm.player, clemtui.players.llm.check
        heavy = {"litellm", "openai", "httpx", "aiohttp", "textual", "rich"}
        print(sorted(heavy & {name.partition(".")[0] for name in sys.modules}))
        """,
        tmp_path,
    )
    assert (result.stdout, result.stderr) == ("[]\n", "")


def test_nothing_is_printed_from_the_import_to_the_end_of_the_process(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("FROM_A_DOTENV_FILE=1\n", encoding="utf-8")
    result = run(
        """
        import asyncio, os, sys
        from clemtui.players.llm.player import preload
        from clemtui.players.llm.errors import ModelError
        from tests.players.llm.kinds.answers import SHAPES, odd_metadata
        from tests.players.llm.model_calls import ask
        from tests.support.fake_openai import FakeOpenAI, Reply, error_reply, html_reply

        replies = [
            "a whole answer",
            error_reply(401, "wrong key"),
            error_reply(500, "oops"),
            Reply("ab", chunks=2, fault="cut"),
            Reply("ab", chunks=2, fault="broken_json"),
            html_reply(),
            Reply("ab", usage={"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}),
            Reply("ab", usage={"prompt_tokens": "NaN", "completion_tokens": [], "cost": "much"}),
            *(reply for reply, _ in (*odd_metadata().values(), *SHAPES.values())),
            Reply(fault="never"),
        ]

        async def main():
            with FakeOpenAI(replies) as server:
                for _ in replies[:-1]:
                    try:
                        await ask(server)
                    except ModelError:
                        pass
                try:
                    await ask(server, model="nobody/test")
                except ModelError:
                    pass
                waiting = asyncio.create_task(ask(server))
                while len(server.requests) < len(replies):
                    await asyncio.sleep(0)
                waiting.cancel()
                await asyncio.wait({waiting})
                assert len(server.requests) == len(replies)

        preload()
        asyncio.run(main())
        assert "litellm" in sys.modules
        assert "FROM_A_DOTENV_FILE" not in os.environ
        """,
        tmp_path,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_what_stays_loaded_is_not_searched_for_garbage() -> None:
    """Scanning litellm in a full collection would freeze the screen for a third of a second."""
    loaded = vars(preload())
    assert not any(each is loaded for each in gc.get_objects())


async def test_nothing_of_a_call_reaches_the_programs_own_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAB_KEY", "the-key-itself-123")
    caplog.set_level(logging.DEBUG)
    with FakeOpenAI(["ok", error_reply(401, "not with the-key-itself-123")]) as server:
        await ask(server, api_key_env="LAB_KEY")
        with pytest.raises(ModelError):
            await ask(server, api_key_env="LAB_KEY")
    libraries = ("litellm", "openai", "httpx", "httpcore", "aiohttp")
    for name in ("LiteLLM", *libraries[1:]):
        logging.getLogger(name).critical("whatever they may have to say")
    loud = [record for record in caplog.records if record.name.lower().startswith(libraries)]
    assert loud == []
    assert "the-key-itself-123" not in caplog.text
