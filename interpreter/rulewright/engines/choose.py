"""Which engine plays whole games: the native one where it can, else the reference engine.

Single steps are always made by the reference engine, which explains them. What is done many times over - random games,
counts of lines - is done in machine code, which is made when it is first needed. The results are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from rulewright.engines import pcg
from rulewright.engines.batch import Portion, Progress, dealt, processors
from rulewright.engines.native.layout import NativeUnsupported
from rulewright.engines.reference import whole
from rulewright.engines.reference.engine import ReferenceEngine

if TYPE_CHECKING:
    from rulewright.engines.native.whole import NativeGames

Result = TypeVar("Result")

EngineName = Literal["auto", "reference", "native"]
NAMES: tuple[EngineName, ...] = ("auto", "reference", "native")

_SHALLOW = 2
"""Lines of so many decisions are counted before machine code is made."""


_TOGETHER = 1 << 14
"""So many games at once at most: what is noted of them is received while it lies near."""


class EngineMissing(Exception):  # noqa: N818 - what is missing, not an error of the rules
    """The native engine was asked for and cannot run here: `str()` says why, in a sentence."""


class Whole:
    """Whole games of one program. `wanted` is one of NAMES; `note` says in a sentence why the reference engine does
    what the native one was to do, "" if it does not. `known` stands for everything, besides this package, that the
    program was made of; "" if that is not known."""

    def __init__(self, engine: ReferenceEngine, wanted: EngineName = "auto", known: str = "") -> None:
        if wanted not in NAMES:
            raise ValueError(f"an engine is {', '.join(NAMES[:-1])} or {NAMES[-1]}, not {wanted}")
        self.engine = engine
        self.wanted = wanted
        self.known = known
        self.note = ""
        self._made: NativeGames | None = None

    def native(self) -> NativeGames | None:
        """The program in machine code; None if it is to be, or must be, run by the reference engine. Raises
        EngineMissing if that was excluded."""
        if self._made is None and self.wanted != "reference" and not self.note:
            try:
                from rulewright.engines.native.whole import NativeGames

                made = NativeGames(self.engine.program, self.known)
                if self.wanted == "native":
                    made.ready()
                self._made = made
            except NativeUnsupported as missing:
                self._do_without(f"it does not know {missing.what} yet")
            except (ImportError, OSError):
                self._do_without("llvmlite is not installed")
        return self._made

    def _do_without(self, why: str) -> None:
        self._made = None
        sentence = f"The native engine cannot run {self.engine.program.title}: {why}."
        if self.wanted == "native":
            raise EngineMissing(sentence)
        self.note = f"{sentence} The reference engine does it, slowly."

    @property
    def name(self) -> str:
        """The engine that plays whole games: `native` or `reference`."""
        return "reference" if self.native() is None else "native"

    def _tried(self, call: Callable[[NativeGames], Result]) -> Result | None:
        """What the native engine gives; None if it must do without it."""
        native = self.native()
        if native is not None:
            try:
                return call(native)
            except NativeUnsupported as missing:
                self._do_without(f"it does not know {missing.what}")
        return None

    # ---- what it does ----

    def playouts(
        self,
        receive: Callable[[int, bytes], None],
        count: int,
        seed: int,
        limit: int,
        jobs: int | None = None,
        progress: Progress | None = None,
        branching: bool = False,
    ) -> None:
        """Play so many random games from the start; `receive` is given what is noted of them (see `noted`), some games
        at a time with the number of the first of them, by several threads and in any order. The numbers of moves are
        left out where counting them would take time, unless `branching` is asked for. Raises PlayError,
        EngineMissing."""

        def natively(native: NativeGames) -> bool:
            def played(first: int, end: int) -> None:
                receive(first, native.playouts(first, end, seed, limit, branching))

            self._dealt(played, count, jobs or processors(), progress)
            return True

        def plainly(first: int, end: int) -> None:
            receive(first, whole.playouts(self.engine, first, end, seed, limit, branching))

        if self._tried(natively) is None:
            self._dealt(plainly, count, 1, progress)

    def _dealt(self, played: Portion, count: int, jobs: int, progress: Progress | None) -> None:
        def portion(first: int, end: int) -> None:
            for begin in range(first, end, _TOGETHER):
                played(begin, min(end, begin + _TOGETHER))

        def make() -> Portion:
            return portion

        if count:
            dealt(count, make, jobs, progress)

    def playout(self, state: Any, seed: int, limit: int) -> Any:
        """The last state of a game that goes on at random; chance is drawn from the seed, too. Raises as `playouts`."""
        begun, policy = self.engine.settled(state, seed), pcg.seeded(seed, pcg.POLICY_STREAM)
        found = self._tried(lambda native: native.playout(self.engine, begun, policy, limit))
        return (whole.playout(self.engine, begun, policy, limit) if found is None else found)[0]

    def perft(self, state: Any, depth: int) -> int:
        """See the protocol. Raises as `playouts`."""
        if depth <= _SHALLOW and self._made is None and self.wanted == "auto":
            return self.engine.perft(state, depth)
        found = self._tried(lambda native: native.perft(state, depth, processors()))
        return self.engine.perft(state, depth) if found is None else found
