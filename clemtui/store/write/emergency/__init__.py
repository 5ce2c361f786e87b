"""The emergency file: changes that could not be written to the database, one per line.

It is beside the database or, if it cannot be written there, in the data folder, under a name made
from the path of the database; a link to a database is that database. Each line names its database
and where that was, and has a checksum; so the file is also found after the database was moved. A
file that another account could have put there is neither written nor read.
"""

from __future__ import annotations

from clemtui.store.write.emergency.contents import (
    EmergencyFile,
    append_change,
    check_restored,
    emergency_files,
    inspect,
)
from clemtui.store.write.emergency.erasing import purge
from clemtui.store.write.emergency.places import emergency_places
from clemtui.store.write.emergency.recovery import Recovery, recover_emergency

__all__ = [
    "EmergencyFile",
    "Recovery",
    "append_change",
    "check_restored",
    "emergency_files",
    "emergency_places",
    "inspect",
    "purge",
    "recover_emergency",
]
