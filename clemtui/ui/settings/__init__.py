"""The settings screen and the list of shortcuts."""
