"""The plain-text front end, for screen readers, pipes and dumb terminals.

It uses the same play service as the app, without cursor movement, colours or animation.
"""

from __future__ import annotations

from clemtui.plain.history import print_history
from clemtui.plain.home import print_home
from clemtui.plain.options import PlainOptions
from clemtui.plain.start import play_plain, resume_plain

__all__ = ["PlainOptions", "play_plain", "print_history", "print_home", "resume_plain"]
