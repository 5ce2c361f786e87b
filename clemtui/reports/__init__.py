"""Reports of recorded episodes: tables, plots and documents."""
