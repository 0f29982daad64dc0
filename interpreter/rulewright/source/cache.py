"""The user's cache folder: what takes time to make and can be made again.

RULEWRIGHT_CACHE names the folder; without it it is `rulewright` in the place that the system has for caches. A file
holds a checksum and then its content, so that what is damaged, or was written by somebody else in another form, counts
as missing. A file is written whole or not at all, also if several processes write it at once, and where nothing can be
written nothing is kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from pathlib import Path

_SUM = 32


def cache_folder() -> Path | None:
    """Where made things are kept; None if there is no such place."""
    own = os.environ.get("RULEWRIGHT_CACHE")
    if own:
        return Path(own)
    try:
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # no home folder
        return None
    return base / "rulewright"


def kept(file: Path) -> bytes | None:
    """What was kept in a file; None if it is not there, or is not whole."""
    try:
        stored = file.read_bytes()
    except OSError:
        return None
    content = stored[_SUM:]
    return content if hashlib.sha256(content).digest() == stored[:_SUM] else None


def keep(file: Path, content: bytes) -> None:
    """Write a file so that another process sees the whole of it or none."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(hashlib.sha256(content).digest() + content)
            Path(name).replace(file)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise


def prune(folder: Path, pattern: str, most: int) -> None:
    """Leave only the `most` files that were used last among those whose names fit."""
    with contextlib.suppress(OSError):
        files = sorted(folder.glob(pattern), key=_age)
        for file in files[: max(0, len(files) - most)]:
            file.unlink(missing_ok=True)


def _age(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def touch(file: Path) -> None:
    """Note that a file is used."""
    with contextlib.suppress(OSError):
        os.utime(file)
