"""Each table of a database, described once.

Guards, changes, forks, merging, erasure, export and the data dictionary follow this description; a
test compares it with what the migrations make. A new table is one entry here and one migration.
The order is that of references: a table stands after those that its rows refer to.
"""

from __future__ import annotations

from clemtui.store.schema.model import Table
from clemtui.store.schema.people import PEOPLE
from clemtui.store.schema.play import PLAY
from clemtui.store.schema.upkeep import UPKEEP
from clemtui.store.schema.work import WORK

TABLES: dict[str, Table] = {table.name: table for table in (*PEOPLE, *PLAY, *WORK, *UPKEEP)}
