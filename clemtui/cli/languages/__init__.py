"""The commands under ``clemtui languages``."""
