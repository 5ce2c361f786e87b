"""The benchmark's measures, grouped into the rows of a report."""
