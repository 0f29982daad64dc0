"""Many games, or many lines of play, dealt out to threads in small portions.

Between portions everybody looks whether somebody has failed or the user has pressed Ctrl-C, and progress is told. What
comes out does not depend on the number of threads: games are numbered, each has seeds of its own, and of several that
fail the one with the lowest number is told.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

Portion = Callable[[int, int], None]
"""Does what has the numbers from the first up to before the second."""

Progress = Callable[[int, int], None]
"""Is told how many are done, and of how many."""

_SECONDS = 0.1
"""How long a portion should take."""

_LOOK = 0.2
"""How often the main thread looks up, in seconds: signals wait for it."""


def processors() -> int:
    """How many threads can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Desk:
    """Hands out portions, each as long as the ones before suggest."""

    def __init__(self, count: int, jobs: int, progress: Progress | None) -> None:
        self.count, self.jobs, self.progress = count, jobs, progress
        self.next = self.done = 0
        self.stopped = False
        self.failures: list[tuple[int, BaseException]] = []
        self.lock = threading.Lock()

    def take(self, size: int) -> tuple[int, int] | None:
        with self.lock:
            if self.stopped or self.next >= self.count:
                return None
            fair = max(1, (self.count - self.next) // (2 * self.jobs))
            first, self.next = self.next, min(self.count, self.next + min(size, fair))
            return first, self.next

    def finished(self, number: int) -> None:
        with self.lock:
            self.done += number

    def failed(self, first: int, error: BaseException) -> None:
        with self.lock:
            self.stopped = True
            self.failures.append((first, error))

    def work(self, portion: Portion) -> None:
        size = 1
        while taken := self.take(size):
            begun = time.perf_counter()
            try:
                portion(*taken)
            except Exception as error:
                self.failed(taken[0], error)
                return
            self.finished(taken[1] - taken[0])
            if self.jobs == 1:
                self.tell()
            used = time.perf_counter() - begun
            size = max(1, min(8 * size, int(size * _SECONDS / max(used, 1e-6))))

    def tell(self) -> None:
        if self.progress is not None:
            self.progress(self.done, self.count)


def dealt(count: int, make: Callable[[], Portion], jobs: int, progress: Progress | None = None) -> None:
    """Do the numbers from 0 to `count` - 1 in up to `jobs` threads; `make` gives each thread what does its portions.

    Raises what the portion with the lowest numbers raises of those that fail, and KeyboardInterrupt when the portions
    under way are done.
    """
    jobs = max(1, min(jobs, count))
    desk = _Desk(count, jobs, progress)
    if jobs == 1:
        desk.work(make())
    else:
        portions = [make() for _ in range(jobs)]
        with ThreadPoolExecutor(jobs) as pool:
            running = {pool.submit(desk.work, portion) for portion in portions}
            try:
                while running:
                    running = wait(running, _LOOK, FIRST_EXCEPTION).not_done
                    desk.tell()
            finally:
                desk.stopped = True
    if desk.failures:
        raise min(desk.failures, key=lambda failure: failure[0])[1]
