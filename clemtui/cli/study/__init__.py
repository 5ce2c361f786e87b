"""``clemtui study``: human baselines, from a protocol to a report."""
