"""Partners: known ones are offered at once, servers' when they answer, and each can be played."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import get_args

import pytest

from clemtui.config import Settings
from clemtui.episode.offers.partners import Offer, offers, silent_server
from clemtui.episode.planning.casting import Casting
from clemtui.episode.planning.readiness import missing_key_reason, server_obstacle
from clemtui.episode.service import PlayService
from clemtui.players.discovery import FoundServer, Place, Problem
from clemtui.players.llm.parameters import ModelParameters
from tests.support import fake_servers
from tests.support.fake_openai import FakeOpenAI, Reply, html_reply
from tests.support.fake_servers import RawServer, address, everywhere
from tests.support.play_helpers import (
    Person,
    asked,
    choices,
    leave_when,
    play,
    sitting,
    stored,
)
from tests.support.scripts import reject_language

ALWAYS = (Offer("scripted", "scripted", "scripted"), Offer("human", "human", "person"))


def place(server: FakeOpenAI, *, named: bool = False) -> Place:
    """Return the place of a server."""
    return Place(address(server), named=named)


async def lists(
    service: PlayService, asked: Sequence[Place] = (), *, ask_servers: bool = True
) -> list[tuple[Offer, ...]]:
    """Return every list offered, without the two players that are always available."""
    found = [each async for each in offers(service, ask_servers=ask_servers, asked=asked)]
    assert all(each[:2] == ALWAYS for each in found)
    return [each[2:] for each in found]


@asynccontextmanager
async def naming(database: Path, **models: ModelParameters) -> AsyncIterator[PlayService]:
    """A service whose settings contain these models."""
    async with sitting(database, settings=Settings(models=models)) as service:
        yield service


def told(offer: Offer) -> str:
    """Return why an offer is not ready, in English."""
    assert offer.ready is False
    assert offer.why is not None
    return offer.why.english


# At once, then better informed


async def test_what_is_known_is_offered_before_anything_is_sent(database: Path) -> None:
    model = ModelParameters(model="openai/gpt-4o-mini")
    with fake_servers.vllm(["small"]) as server:
        async with naming(database, mine=model) as service:
            coming = offers(service, asked=[place(server)])
            first = await anext(coming)
            assert first == (
                *ALWAYS,
                Offer("mine", "mine", "settings", "openai/gpt-4o-mini", ready=None),
            )
            assert server.requests == []
            second = await anext(coming)
    assert [offer.title for offer in second[2:]] == ["mine", "small"]


async def test_told_not_to_ask_nothing_is_sent(database: Path) -> None:
    with fake_servers.vllm(["small"]) as server:
        async with sitting(database) as service:
            assert await lists(service, [place(server)], ask_servers=False) == [()]
    assert server.requests == []


async def test_every_model_of_every_server_that_answers_is_offered(database: Path) -> None:
    with fake_servers.ollama(["a:1b", "b:2b"]) as one, fake_servers.unknown(["c"]) as other:
        async with sitting(database) as service:
            *_, found = await lists(service, [place(one), place(other)])
    where = [address(each).removeprefix("http://") for each in (one, other)]
    assert [(offer.title, offer.detail) for offer in found] == [
        ("a:1b", f"Ollama · {where[0]}"),
        ("b:2b", f"Ollama · {where[0]}"),
        ("c", where[1]),
    ]
    assert found[2].word == f"openai/c@{other.base_url}"
    assert {(offer.source, offer.ready) for offer in found} == {("server", True)}


async def test_a_scripted_player_that_does_not_speak_the_language_cannot_be_taken(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It cannot fill several seats either if it cannot fill one of them."""
    async with sitting(database) as service:
        game = service.catalogue.game("taboo")
        reject_language(monkeypatch, game, "it")
        seats = {
            language: Casting(game, language, game.card.seats) for language in ("it", "en-x-para1")
        }
        found = {
            language: [each async for each in offers(service, casting=casting, ask_servers=False)]
            for language, casting in seats.items()
        }
    assert found["en-x-para1"] == [ALWAYS]
    ((person, scripted),) = found["it"]
    assert person == ALWAYS[1]
    assert scripted.word == "scripted"
    assert "does not speak this language: it" in told(scripted)


# An offer can be played, is recorded under its name, and is offered again


async def test_an_offer_is_played_with_and_comes_back_as_used_recently(database: Path) -> None:
    with fake_servers.llama_cpp(["tiny.gguf"], ["GUESS: tea"] * 10) as server:
        async with sitting(database) as service:
            *_, (offer,) = await lists(service, [place(server)])
            wanted = choices("taboo", seat="Player 1", partner=[offer.word], language="en")
            person = await play(service, wanted, lambda _request: "CLUE: nothing to say")
            *_, (again,) = await lists(service, [place(server)])
        (seat,) = [s for s in stored(database, person.live.id).summary.seats if s.kind == "model"]
        assert (seat.player, seat.parameters["api_base"]) == (offer.word, server.base_url)
        assert (again.word, again.title, again.detail) == (offer.word, offer.title, offer.detail)
        assert (again.source, again.ready) == ("recent", True)


async def test_an_episode_with_an_offered_model_resumes_at_the_same_server(database: Path) -> None:
    with fake_servers.vllm(["small"], ["GUESS: tea"] * 10) as server:
        word = f"openai/small@{server.base_url}"
        wanted = choices("taboo", seat="Player 1", partner=[word], language="en")
        async with sitting(database) as service:
            left = await leave_when(service, wanted, asked)
        assert server.requests == []
        async with sitting(database) as service:
            live = await service.resume(left.live.id)
            Person(live, lambda _request: "CLUE: nothing to say")
            assert await live.play() == "finished"
    assert {request.body["model"] for request in server.requests} == {"small"}


async def test_a_model_whose_server_has_gone_is_not_ready(database: Path) -> None:
    with fake_servers.vllm(["small"], ["GUESS: tea"] * 10) as server:
        async with sitting(database) as service:
            wanted = choices("taboo", partner=[f"openai/small@{server.base_url}"], language="en")
            await play(service, wanted, lambda _request: "CLUE: nothing to say")
    async with sitting(database) as service:
        first, second = await lists(service)
    assert [(offer.source, offer.ready) for offer in first] == [("recent", True)]
    assert told(second[0]).startswith(f"The server at {address(server)} does not respond.")


async def play_once(database: Path, server: FakeOpenAI, **changes: object) -> None:
    """Play with a model called ``mine`` in the settings."""
    model = ModelParameters.model_validate(
        {"model": "openai/small", "api_base": server.base_url, **changes}
    )
    async with naming(database, mine=model) as service:
        wanted = choices("taboo", partner=["mine"], language="en")
        await play(service, wanted, lambda _request: "CLUE: nothing to say")


async def test_a_model_that_the_settings_still_name_is_offered_once(database: Path) -> None:
    with fake_servers.vllm(["small"], ["GUESS: tea"] * 10) as server:
        await play_once(database, server)
        same = ModelParameters(model="openai/small", api_base=server.base_url, temperature=0.5)
        async with naming(database, mine=same) as service:
            first, *_ = await lists(service)
    assert [(offer.word, offer.source) for offer in first] == [("mine", "recent")]


async def test_a_name_that_means_another_model_now_is_not_mistaken_for_it(database: Path) -> None:
    with fake_servers.vllm(["small"], ["GUESS: tea"] * 10) as server:
        await play_once(database, server)
        async with naming(database, mine=ModelParameters(model="openai/gpt-4o")) as service:
            first, *_ = await lists(service)
        async with sitting(database) as service:
            without, *_ = await lists(service)
    by_hand = f"openai/small@{server.base_url}"
    assert [offer.word for offer in first] == [by_hand, "mine"]
    assert [offer.word for offer in without] == [by_hand]


async def test_a_model_that_cannot_be_named_any_more_says_so(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAB_KEY", "sk-very-secret")
    with fake_servers.vllm(["small"], ["GUESS: tea"] * 10) as server:
        await play_once(database, server, api_key_env="LAB_KEY")
        async with sitting(database) as service:
            first, *_ = await lists(service)
    (offer,) = first
    assert (offer.word, offer.source) == ("mine", "recent")
    assert told(offer).startswith("It is no longer in the settings.")


# Keys


async def test_a_model_without_its_key_comes_last_and_says_which_variable(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROQ_API_KEY", "anything")
    models = {
        "without": ModelParameters(model="anthropic/claude-sonnet-4-5"),
        "with": ModelParameters(model="groq/llama-3.1-8b-instant"),
    }
    async with naming(database, **models) as service:
        first, *_, last = await lists(service)
    assert [(offer.word, offer.ready) for offer in first] == [("without", None), ("with", None)]
    assert [(offer.word, offer.ready) for offer in last] == [("with", True), ("without", False)]
    assert told(last[1]).startswith("It needs an API key, but ANTHROPIC_API_KEY is not set.")


@pytest.mark.parametrize("address", ["http://gpu-box:8000/v1", "gpu-box:8000"])
async def test_a_model_whose_server_is_in_the_environment_is_shown_with_it(
    database: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """An invalid address is reported when the model is chosen."""
    monkeypatch.setenv("HOSTED_VLLM_API_BASE", address)
    async with naming(database, mine=ModelParameters(model="hosted_vllm/x")) as service:
        (offer,) = (await lists(service, ask_servers=False))[0]
    shown = "hosted_vllm/x · http://gpu-box:8000/v1"
    assert offer.detail == (shown if address in shown and "//" in address else "hosted_vllm/x")


async def test_a_variable_that_the_settings_name_is_looked_at_at_once(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ModelParameters(model="openai/x", api_key_env="LAB_KEY")
    async with naming(database, mine=model) as service:
        (without,), *_ = await lists(service)
        monkeypatch.setenv("LAB_KEY", "anything")
        (there,), *_ = await lists(service)
    assert told(without).startswith("It needs an API key, but LAB_KEY is not set.")
    assert there.ready is True


# Servers that cannot be used


async def test_a_server_that_was_named_and_cannot_be_used_says_why(database: Path) -> None:
    with RawServer() as closed:
        gone = closed.address
    with everywhere(html_reply()) as page, fake_servers.ollama([]) as empty:
        unasked = [Place(gone, named=False), place(page), place(empty)]
        named = [Place(gone), place(page, named=True), place(empty, named=True)]
        async with sitting(database) as service:
            *_, of_unasked = await lists(service, unasked)
            *_, of_named = await lists(service, named)
    assert [told(offer) for offer in of_unasked] == [
        f"The server at {address(empty)} has no model that can play. "
        "Load a model on it, then search again."
    ]
    assert [offer.title for offer in of_named] == [gone, address(page), address(empty)]
    assert {offer.word for offer in of_named} == {""}
    assert told(of_named[0]).endswith("does not respond. Start it, or check its address.")


async def test_a_server_that_gives_no_list_does_not_condemn_a_model_named_there(
    database: Path,
) -> None:
    with fake_servers.serving({"/v1/models": Reply(status=404, body="")}) as server:
        model = ModelParameters(model="openai/small", api_base=server.base_url)
        async with naming(database, mine=model) as service:
            *_, (offer,) = await lists(service)
    assert offer.ready is True


async def test_a_model_elsewhere_is_not_asked_for_unasked(database: Path) -> None:
    """Tests refuse to look up the name of another machine; nothing here tries to."""
    model = ModelParameters(model="openai/small", api_base="http://gpu-box.example:8000/v1")
    async with naming(database, mine=model) as service:
        *_, (offer,) = await lists(service)
    assert offer.ready is True


@pytest.mark.parametrize("problem", get_args(Problem))
def test_every_problem_has_its_sentences(problem: Problem) -> None:
    sentence = server_obstacle(FoundServer(None, "http://h:1", problem=problem)).english
    assert "http" in sentence
    assert not {"{", "}"} & set(sentence)
    assert "A or B" in missing_key_reason("A or B").english


# Whether the server of a remembered model responds


async def test_only_a_silent_server_is_an_obstacle(database: Path) -> None:
    with fake_servers.vllm(["small"]) as server:
        word = f"openai/small@{server.base_url}"
        async with sitting(database) as service:
            assert await silent_server(service, word) is None
            for other in ("scripted", "openai/gpt-4o-mini", "openai/one@http://192.0.2.1:9/v1"):
                assert await silent_server(service, other) is None, "it is not asked"
    async with sitting(database) as service:
        why = await silent_server(service, word)
    assert why is not None
    assert why.english.startswith(f"The server at {server.base_url.removesuffix('/v1')} does not")
