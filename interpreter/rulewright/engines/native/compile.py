"""From LLVM assembly to machine code, by llvmlite (imported only here and only when it is needed)."""

from __future__ import annotations

from typing import Any

from rulewright.engines.native.effort import spared


def verified(text: str) -> Any:
    """The module, which LLVM has read and found to be well formed."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    module = llvm.parse_assembly(text)
    module.verify()
    return module


def target(level: int = 2) -> Any:
    """The machine that runs this."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=level, codemodel="jitdefault"
    )


_SLOW = ("znver1", "znver2", "bdver4")
"""Processors that deposit bits one by one."""


def deposits() -> bool:
    """Whether the machine that runs this deposits bits into a word at once."""
    try:
        import llvmlite.binding as llvm
    except ImportError:
        return False
    fast = bool(llvm.get_host_cpu_features().get("bmi2")) and llvm.get_host_cpu_name() not in _SLOW
    return fast and llvm.get_process_triple().startswith("x86_64")


LONG = 7000
"""Of assembly with so many lines the code is made with less effort: that takes half the time, and runs as fast. (Of
much longer ones: see `effort`.)"""


def object_code(text: str, level: int = 2) -> bytes:
    """A module's machine code."""
    import llvmlite.binding as llvm

    long = level == 2 and text.count("\n") > LONG
    level = 1 if long else level
    module = verified(spared(text) if long else text)
    machine = target(level)
    module.triple = llvm.get_process_triple()
    module.data_layout = str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    if long:
        options.inlining_threshold = 50
        options.loop_unrolling = options.loop_vectorization = options.slp_vectorization = False
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    code: bytes = machine.emit_object(module)
    return code


class Linked:
    """Machine code in memory, and the addresses of its functions."""

    def __init__(self, code: bytes) -> None:
        import llvmlite.binding as llvm

        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        found: int = self._engine.get_function_address(name)
        if not found:
            raise LookupError(f"there is no {name} in the compiled code")
        return found
