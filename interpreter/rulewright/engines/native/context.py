"""The context: what compiled code needs beside a state. One for each thread.

A block of memory that Python makes; here are the places in it, in bytes, and the signs that compiled routines return.
Arena: where lists and other values of passing use lie; it is emptied at the start of every run. Entries: the moves of
stops. Live: references that running routines need again, where `rename` finds them. Scratch: copies of states. Space:
what a search through the ways of one move keeps.
"""

from __future__ import annotations

BUDGET = 0
ARENA, ARENA_BASE, ARENA_END = 8, 16, 24
ENTRIES, ENTRIES_BASE, ENTRIES_END = 32, 40, 48
LIVE, LIVE_BASE, LIVE_END = 56, 64, 72
SCRATCH, SCRATCH_END = 80, 88
FAULT = 96
NEED = 100
ROUNDS = 104
DEPTH = 112
COUNT = 116
HISTORY_ROOM = 120
MODE = 124
POLICY = 128
DECISIONS = 144
BRANCHING = 152
GAMES = 160
SPACE, SPACE_BASE, SPACE_END, NEXT_SPACE = 168, 176, 184, 192
LIMIT = 200
WAY = 208
VALUES = 216
VALUES_END = 1024
ONCE, OFTEN, NOTED_END = 1024, 1280, 1536
"""In games that roll: which keys may have been recorded, and which more than once."""
RESULT = 1536
"""Where flows leave what they return; as long as the widest value."""

NEED_ARENA, NEED_ENTRIES, NEED_HISTORY, NEED_SCRATCH, NEED_LIVE, NEED_SPACE = range(1, 7)

PASSING = ((ARENA, "i64"), (LIVE, "i64"), (DEPTH, "i32"))
"""What is as it was before when statements that are tried have come to their end, even where they were left in the
midst of a routine: places and types."""

LISTING, COUNTING, NOTING = range(3)
"""What becomes of the moves of a decision to which a run comes: they are listed; or only counted, because nobody will
make one; or noted where that costs less than a list, because one of them will be made."""

OK, ENDED, ERROR, EXHAUSTED, UNSUPPORTED, RETURNED, CALLED, YIELDED, LEFT, CUT = range(10)
"""What routines return. OK of a flow: the state stands at a stop. ENDED: the game is over. ERROR: a rules error, at the
fault that the context names. EXHAUSTED: memory of sort NEED ran out; the same again with more. UNSUPPORTED: a limit of
this engine was met. RETURNED and CALLED: of flows, a frame is gone or a new one is on top. YIELDED: a generator that
was only asked whether it yields anything does. LEFT: the body of a compound stop is done. CUT: a game that
rolls is as long as it may be."""

DEEPEST = 1_000
"""How deep effects may call one another."""
