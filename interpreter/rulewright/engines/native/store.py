"""Machine code that was made before: kept in the user's cache folder by what it was made of.

A file's name is a checksum of the assembly, of the versions of this package, of llvmlite and of LLVM, and of the
processor with its features, so that what was made by another version or for another processor is not found. Which
files are whole, and who may write at once, is the business of `source.cache`.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from rulewright.engines.native.compile import object_code
from rulewright.engines.native.module import Module
from rulewright.engines.native.worker import Compiled
from rulewright.source.cache import cache_folder, keep, kept, prune, touch
from rulewright.version import __version__

MOST = 400
"""So many programs are kept, those that were used last."""


def compiled(module: Module, folder: Path | None = None) -> Compiled:
    """A module's machine code, from the cache (or another folder) if it is there, else made and put there."""
    folder = folder or cache_folder()
    if folder is None:
        return Compiled(module)
    file = folder / f"native-{key(module.text)}.bin"
    code = kept(file)
    if code is not None:
        try:
            found = Compiled(module, code)
        except (RuntimeError, LookupError):  # whole, and yet no machine code
            pass
        else:
            touch(file)
            return found
    code = object_code(module.text)
    keep(file, code)
    prune(folder, "native-*.bin", MOST)
    return Compiled(module, code)


def key(text: str) -> str:
    """32 hexadecimal digits for what the machine code of a text depends on."""
    import llvmlite
    import llvmlite.binding as llvm

    parts = (
        text,
        __version__,
        llvmlite.__version__,
        llvm.llvm_version_info,
        llvm.get_process_triple(),
        llvm.get_host_cpu_name(),
        sorted(llvm.get_host_cpu_features().items()),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
