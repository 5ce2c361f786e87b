"""Models through litellm: the only place that imports it."""
