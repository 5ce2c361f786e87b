"""What games share and the contract does not need."""
