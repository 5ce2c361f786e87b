"""The driver's parser, which is the last one to be chosen, takes pastes literally too."""

from __future__ import annotations

from textual.drivers import linux_driver

from clemtui.ui.terminal.driver import KeyParser
from clemtui.ui.terminal.paste import LiteralPasteParser, take_pastes_literally


def test_the_parser_of_the_terminal_takes_pastes_literally() -> None:
    take_pastes_literally()
    vars(linux_driver).update(XTermParser=KeyParser)
    assert issubclass(vars(linux_driver)["XTermParser"], LiteralPasteParser)
    messages = list(KeyParser().feed("\x1b[200~a\rb\x1b[31mc\x1b[201~"))
    assert [type(each).__name__ for each in messages] == ["Paste"]
