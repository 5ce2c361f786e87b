"""A blinded partner on the play screen: Player B, whatever happens."""

from __future__ import annotations

from pathlib import Path

from clemtui.episode.transcript import LONG_WAIT
from clemtui.ui.widgets.wait_panels import ChoicePanel
from tests.ui.support.app import ControlledPartner, PlayedEpisode, headline, playing, seen, until

MODEL = "openai/hidden-model-7"
BLIND = {"under": {"blinded": True}, "names": {"Player 1": MODEL}, "seat": "Player 2"}


def says_nothing(table: PlayedEpisode) -> None:
    said = (seen(table.app) + table.transcript_text + "".join(headline(table))).casefold()
    for word in ("hidden", "openai", "scripted", "attempt 2", "writing"):
        assert word not in said, said


async def test_the_partner_is_player_b_everywhere(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 1": partner}, **BLIND) as table:  # type: ignore[arg-type]
        await until(table.pilot, lambda: partner.pending)
        partner.write(f"I am {MODEL}", "and I think")
        table.screen.stage._clock = lambda: LONG_WAIT * 1e6
        table.screen.refresh_waiting()
        await table.pilot.pause()
        assert "with Player B" in headline(table)[0]
        assert "Waiting for Describer · Player B" in seen(table.app)
        says_nothing(table)
        partner.fail(f"{MODEL} is not there")
        await until(table.pilot, lambda: table.screen.query_one("#dock").current == "choose")  # type: ignore[attr-defined]
        await table.pilot.pause()
        says_nothing(table)
        assert "Describer · Player B has not answered." in seen(table.app)
        ways = [way for way, _ in table.screen.query_one(ChoicePanel)._shown[1]]
        assert ways == ["send", "leave", "give up"]
        assert table.screen.check_action("other_partner", ()) is False
        table.screen.action_send_again()
        await until(table.pilot, lambda: partner.pending)
        assert table.screen.check_action("stop_call", ()) is False
        partner.say("CLUE: a thing")
        await table.wait_for_request()
        says_nothing(table)
        assert "Describer · Player B" in table.transcript_text


async def test_without_blinding_the_partner_has_its_name(tmp_path: Path) -> None:
    named = {**BLIND, "under": {}}
    async with playing(tmp_path, "taboo", **named) as table:  # type: ignore[arg-type]
        await table.wait_for_request()
        assert f"with {MODEL}" in headline(table)[0]
