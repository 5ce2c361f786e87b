"""The statistics of human-baseline studies: people and models on the same instances."""
