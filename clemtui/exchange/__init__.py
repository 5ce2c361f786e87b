"""Other programs' formats: clembench in and out, and replays of given responses."""
