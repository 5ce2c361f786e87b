"""What was played: history, review, export."""
