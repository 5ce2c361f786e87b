"""The published checklist for reporting human baselines, filled from what is known of a study."""
