"""What was played: found, reviewed, documented, forgotten."""
