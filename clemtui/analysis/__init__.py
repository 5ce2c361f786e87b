"""Tables computed from records: comparisons and developments. Pure; nothing is drawn here."""
