"""``clemtui serve``: what is refused before it listens, and what it prints."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from tests.cli.serve.client import (
    needs_the_extra,
)
from tests.support.calling import call


def test_missing_extra_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    monkeypatch.delitem(sys.modules, "clemtui.cli.serving", raising=False)
    missing = call("serve")
    assert missing.code == 1
    assert "textual-serve" in missing.error
    assert "pip install" in missing.error


@needs_the_extra
def test_public_address_warns_about_missing_login(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from clemtui.cli.serving import TabServer

    monkeypatch.setattr(TabServer, "serve", lambda self: None)
    for host in ("127.0.0.1", "localhost", "::1"):
        assert call("serve", "--host", host).err == ""
    assert "The connection is not encrypted" in call("serve", "--host", "0.0.0.0").err


@needs_the_extra
def test_taken_port_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = call("serve", "--port", str(port))
    assert refused.code == 1
    assert f"cannot listen at http://127.0.0.1:{port}" in refused.error
    assert "--port" in refused.error


@needs_the_extra
@pytest.mark.parametrize("chosen", ["short", "sixteen letters, but blanks", "a" * 15])
def test_a_token_that_can_be_guessed_is_refused(
    chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLEMTUI_SERVE_TOKEN", chosen)
    called = call("serve")
    assert called.code == 2
    assert "at least 16 letters" in called.error


def test_an_address_that_is_empty_is_refused() -> None:
    refused = call("serve", "--host", " ")
    assert refused.code == 2
    assert "the address is empty" in refused.error


def test_an_address_names_no_port() -> None:
    refused = call("serve", "--host", "127.0.0.1:80")
    assert refused.code == 2
    assert "use --host 127.0.0.1 --port 80" in refused.error


@needs_the_extra
@pytest.mark.parametrize(
    "url",
    [
        "", "lab.example.org", "ftp://lab", "https://", "https://lab/x", "https://lab?x", "http://[",
        "https://a@b", "https://lab:99999",
    ],
)  # fmt: skip
def test_an_address_for_browsers_is_that_of_a_whole_server(url: str) -> None:
    refused = call("serve", "--url", url)
    assert refused.code == 2
    assert "https://lab.example.org" in refused.error


@needs_the_extra
def test_the_link_has_the_address_for_browsers(monkeypatch: pytest.MonkeyPatch) -> None:
    from clemtui.cli.serving import TabServer

    monkeypatch.setattr(TabServer, "serve", lambda self: self._announce())
    printed = call("serve", "--url", "HTTPS://Lab.example.org:443/").out
    assert printed.splitlines()[1].startswith("https://lab.example.org/?token=")


@needs_the_extra
def test_a_link_that_cannot_be_printed_is_not_the_fault_of_the_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from clemtui.cli.serving import TabServer

    def full(_: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(TabServer, "serve", lambda self: self._announce())
    monkeypatch.setattr("clemtui.cli.serve.say", full)
    refused = call("serve")
    assert (refused.code, refused.error.count("\n")) == (1, 0)
    assert "cannot print the link (No space left on device)" in refused.error


@needs_the_extra
def test_a_database_that_cannot_be_used_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database")
    refused = call("serve", "--db", str(tmp_path / "notes.txt"))
    assert refused.code == 1
    assert "notes.txt" in refused.error
