"""Values of the intermediate representation as bytes of a state's memory, and back."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from rulewright.engines.native.layout import Sizes
from rulewright.engines.protocol import Value
from rulewright.program import ir
from rulewright.program.typeof import family


def packed_value(value: Value, kind: ir.IrType, sizes: Sizes, room: int = 0) -> bytes:
    """What is stored for a value; of a list only the used part."""
    match family(kind):
        case "set":
            assert isinstance(value, int)
            return value.to_bytes(8 * sizes.words(kind), "little")
        case "list":
            assert isinstance(value, tuple)
            if len(value) > (room or sizes.room):
                raise ValueError("a list is too long for its place")
            items = b"".join(item.to_bytes(4, "little", signed=True) for item in value)
            return len(value).to_bytes(8, "little") + items
        case _:
            assert isinstance(value, int)
            return value.to_bytes(4, "little", signed=True)


def read_value(content: memoryview, at: int, kind: ir.IrType, sizes: Sizes) -> Value:
    """The value that lies there."""
    match family(kind):
        case "set":
            return int.from_bytes(content[at : at + 8 * sizes.words(kind)], "little")
        case "list":
            length = int.from_bytes(content[at : at + 4], "little")
            return tuple(read_int(content, at + 8 + 4 * i) for i in range(length))
        case _:
            return read_int(content, at)


def read_row(content: memoryview, at: int, stride: int, count: int, kind: ir.IrType, sizes: Sizes) -> Sequence[Value]:
    """So many values that lie `stride` bytes apart."""
    size = 0 if family(kind) == "list" else sizes.bytes(kind)
    if size == stride == 4:
        return struct.unpack_from(f"<{count}i", content, at)
    if size == stride == 8:
        return struct.unpack_from(f"<{count}Q", content, at)
    return [read_value(content, at + stride * i, kind, sizes) for i in range(count)]


def read_int(content: memoryview, at: int) -> int:
    return int.from_bytes(content[at : at + 4], "little", signed=True)
