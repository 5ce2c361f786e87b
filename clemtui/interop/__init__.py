"""Other formats: clembench's results and instances, read and written. No records, no screens."""
