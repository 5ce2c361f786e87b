"""The app and what all screens share: navigation, keys, palette, help, settings."""
