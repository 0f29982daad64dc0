"""Machine code that was made before: kept in the user's cache folder by what it was made of.

A file's name is a checksum of the assembly, of the versions of this package, of llvmlite and of LLVM, and of the
processor with its features, so that what was made by another version or for another processor is not found. Where it
is known what rules a module is made of, a note under a checksum of those leads to the file, so that the assembly need
not be written. Which files are whole, and who may write at once, is the business of `source.cache`.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import astuple
from functools import lru_cache
from pathlib import Path

from rulewright.engines.native.compile import object_code
from rulewright.engines.native.module import Module
from rulewright.engines.native.worker import Compiled, Shape
from rulewright.resources import grammar_folder
from rulewright.source.cache import cache_folder, keep, kept, prune, touch
from rulewright.version import __version__

MOST = 400
"""So many programs are kept, those that were used last."""


def compiled(module: Module, folder: Path | None = None) -> Compiled:
    """A module's machine code, from the cache (or another folder) if it is there, else made and put there."""
    folder = folder or cache_folder()
    if folder is None:
        return Compiled(module)
    file = folder / _name(module)
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


def remembered(make: Callable[[], Module], known: str, folder: Path | None = None) -> Compiled:
    """As `compiled(make())`, without making the module where its machine code is in the cache. `known` stands for
    everything, besides this package, that the module is made of; "" if that is not known."""
    place = folder or cache_folder()
    if not known or place is None:
        return compiled(make(), folder)
    note = place / f"module-{_digest(known, _stamp(), *_machine())}.txt"
    told = kept(note)
    if told is not None:
        name, *numbers = told.decode().split()
        code = kept(place / name)
        if code is not None:
            with contextlib.suppress(RuntimeError, LookupError):
                found = Compiled(make, code, Shape(*map(int, numbers)))
                touch(note)
                touch(place / name)
                return found
    made = compiled(make(), folder)
    keep(note, " ".join([_name(made.module), *map(str, astuple(made.shape))]).encode())
    prune(place, "module-*.txt", MOST)
    return made


def key(text: str) -> str:
    """32 hexadecimal digits for what the machine code of a text depends on."""
    return _digest(text, *_machine())


def _name(module: Module) -> str:
    return f"native-{key(module.text)}.bin"


def _machine() -> tuple[object, ...]:
    import llvmlite
    import llvmlite.binding as llvm

    return (
        __version__,
        llvmlite.__version__,
        llvm.llvm_version_info,
        llvm.get_process_triple(),
        llvm.get_host_cpu_name(),
        sorted(llvm.get_host_cpu_features().items()),
    )


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


@lru_cache(maxsize=1)
def _stamp() -> str:
    """32 hexadecimal digits that change when somebody works on this package; "" if it does not lie in a folder."""
    with contextlib.suppress(OSError):
        return _digest(sorted([*_files(Path(__file__).parents[2]), *_files(grammar_folder())]))
    return ""


def _files(folder: Path) -> Iterator[tuple[str, int, int]]:
    """The files of a folder that are not made by Python, with their times and sizes."""
    for entry in os.scandir(folder):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _files(Path(entry.path))
        else:
            found = entry.stat()
            yield entry.path, found.st_mtime_ns, found.st_size
