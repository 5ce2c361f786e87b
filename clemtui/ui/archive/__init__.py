"""The screens for recorded episodes: history, review and export."""
