"""The sentences that both fronts say."""
