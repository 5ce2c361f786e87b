"""Tables from what was recorded: comparisons and developments. Pure; nothing is drawn here."""
