"""Play: the headless service that joins players, records, catalogue and engine."""
