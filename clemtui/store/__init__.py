"""The store: the only package that contains SQL. sessions/DATA_DICTIONARY.md documents its tables.

`clemtui.store.schema` describes each table once; adding a table takes an entry there and a
migration. Import names from their modules: an exception class then does not load the database
library.
"""
