"""The page of a tab: textual-serve's, with what browsers need in addition.

All addresses on the page are those of the browser, so it also works behind a proxy with HTTPS.
"""

from __future__ import annotations

import re

FULL = "As many tabs are open as clemtui serve allows. Try again when one is closed."

# Before the terminal: its connection takes the scheme and host of the page, and ends when the page
# is left, even if the browser keeps the page to return to it. Copying works without HTTPS, where
# browsers have no clipboard for scripts.
_FIRST = """<script>
  const Plain = window.WebSocket;
  const opened = new Set();
  window.WebSocket = class extends Plain {
    constructor(address, ...rest) {
      const here = new URL(address, location.href);
      here.protocol = location.protocol === "https:" ? "wss:" : "ws:";
      here.host = location.host;
      super(here, ...rest);
      opened.add(this);
    }
  };
  addEventListener("pagehide", () => opened.forEach((each) => each.close()));
  addEventListener("pageshow", (shown) => { if (shown.persisted) location.reload(); });
  if (!navigator.clipboard) {
    const writeText = async (text) => {
      const focused = document.activeElement;
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      if (focused) focused.focus();
    };
    Object.defineProperty(navigator, "clipboard", { value: { writeText } });
  }
</script>
"""
# What is typed goes to the tab from the start, not only after a click into it. Where no tab could
# be opened, the page says why.
_LAST = """<script>
  new MutationObserver(() => {
    const shown = document.body.classList;
    const keyboard = document.querySelector(".xterm-helper-textarea");
    if (keyboard && shown.contains("-first-byte") && !shown.contains("-typing")) {
      shown.add("-typing");
      keyboard.focus();
    }
    if (shown.contains("-closed") && !shown.contains("-why")) {
      shown.add("-why");
      fetch("/full").then(async (answer) => {
        const why = answer.ok ? await answer.text() : "";
        if (why) document.querySelector(".closed-dialog .message").textContent = why;
      });
    }
  }).observe(document.body, { attributes: true });
</script>
"""

_FONT = re.compile(r"<link[^>]*fonts\.googleapis[^>]*>")


def page_of_a_tab(page: str, served_at: str) -> str:
    """Return the page with our scripts, and addresses that do not name a server.

    ``served_at`` is the address that textual-serve has put into it.
    """
    page = _FONT.sub("", page)  # the policy forbids what is elsewhere
    for address in (served_at, served_at.replace("http", "ws", 1)):
        page = page.replace(f'"{address}/', '"/')
    return page.replace("<head>", f"<head>{_FIRST}", 1).replace("</body>", f"{_LAST}</body>", 1)
