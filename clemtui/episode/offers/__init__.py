"""What set-up offers: partners, earlier choices, the next instance."""
