"""Detection of network file systems, on which SQLite's shared memory does not work."""

from __future__ import annotations

import os
import re
from pathlib import Path

NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "ncpfs", "afs", "ceph", "glusterfs", "lustre"}
    | {"9p", "beegfs", "gpfs", "davfs", "fuse.sshfs", "fuse.glusterfs", "fuse.ceph", "fuse.davfs2"}
    | {"fuse.rclone", "fuse.s3fs", "fuse.gcsfuse", "ocfs2", "orangefs"}
)

_OCTAL = re.compile(r"\\([0-7]{3})")


def network_file_system(path: Path, mountinfo: str) -> str | None:
    """Return the type of the network file system that contains a file, or None if it is local.

    Args:
        path: a file, which need not exist.
        mountinfo: text in the format of ``/proc/self/mountinfo`` (proc(5)): the mount point is the
            fifth field, the file system type the first after the lone hyphen; later lines override
            earlier ones.
    """
    target = os.path.realpath(path)
    best, found = -1, None
    for line in mountinfo.splitlines():
        fields = line.split(" ")
        if "-" not in fields[6:]:
            continue
        point = _OCTAL.sub(lambda match: chr(int(match[1], 8)), fields[4])
        kind = fields[fields.index("-", 6) + 1]
        inside = target == point or target.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= best:
            best, found = len(point), kind
    return found if found in NETWORK else None
