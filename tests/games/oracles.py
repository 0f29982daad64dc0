"""Each bundled game once more, in plain Python, written from the rulebook without a word of Rulewright.

An oracle is a position: `moves()` gives the legal moves as texts, in no particular order, `play(text)` makes one,
`mover` is the seat to move (0 or 1), `returns()` what each seat has won, None before the end. A site is a pair of
column and row, counted from 1.
"""

from __future__ import annotations

Site = tuple[int, int]
Returns = tuple[float, float]

EIGHT = [(dc, dr) for dc in (-1, 0, 1) for dr in (-1, 0, 1) if (dc, dr) != (0, 0)]
SIX = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
WON: tuple[Returns, Returns] = ((1.0, -1.0), (-1.0, 1.0))


def name(site: Site) -> str:
    return f"{chr(ord('a') + site[0] - 1)}{site[1]}"


def has_line(sites: set[Site], length: int) -> bool:
    return any(
        all((c + k * dc, r + k * dr) in sites for k in range(length))
        for c, r in sites
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


class Rows:
    """What games have in common whose players put stones on a board of columns and rows."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.board: dict[Site, int] = {}
        self.mover = 0

    def sites(self) -> list[Site]:
        return [(c, r) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)]

    def free(self) -> list[Site]:
        return [site for site in self.sites() if site not in self.board]

    def of(self, seat: int) -> set[Site]:
        return {site for site, owner in self.board.items() if owner == seat}

    def site(self, text: str) -> Site:
        return next(site for site in self.sites() if name(site) == text)


class TicTacToe(Rows):
    length = 3

    def __init__(self) -> None:
        super().__init__(3, 3)

    def moves(self) -> list[str]:
        return [] if self.returns() else [name(site) for site in self.free()]

    def play(self, text: str) -> None:
        self.board[self.site(text)] = self.mover
        self.mover = 1 - self.mover

    def returns(self) -> Returns | None:
        for seat in (0, 1):
            if has_line(self.of(seat), self.length):
                return WON[seat]
        return None if self.free() else (0.0, 0.0)


class ConnectFour(TicTacToe):
    length = 4

    def __init__(self, columns: int = 7, rows: int = 6) -> None:
        Rows.__init__(self, columns, rows)

    def moves(self) -> list[str]:
        if self.returns():
            return []
        heights = {c: sum(column == c for column, _ in self.board) for c in range(1, self.columns + 1)}
        return [name((c, height + 1)) for c, height in heights.items() if height < self.rows]


class Gomoku(TicTacToe):
    def __init__(self, size: int = 15, exactly: bool = False) -> None:
        Rows.__init__(self, size, size)
        self.exactly = exactly

    def returns(self) -> Returns | None:
        for seat in (0, 1):
            if any(length == 5 or (length > 5 and not self.exactly) for length in self.rows_of(seat)):
                return WON[seat]
        return None if self.free() else (0.0, 0.0)

    def rows_of(self, seat: int) -> list[int]:
        """The lengths of all rows of a player, each from its very first stone to its last."""
        own = self.of(seat)
        lengths = []
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for column, row in own:
                if (column - dc, row - dr) not in own:
                    length = 1
                    while (column + length * dc, row + length * dr) in own:
                        length += 1
                    lengths.append(length)
        return lengths


class Breakthrough(Rows):
    def __init__(self, size: int = 8) -> None:
        super().__init__(size, size)
        for column, row in self.sites():
            if row <= 2:
                self.board[column, row] = 0
            elif row > size - 2:
                self.board[column, row] = 1

    def moves(self) -> list[str]:
        if self.returns():
            return []
        found = []
        ahead = 1 if self.mover == 0 else -1
        for column, row in self.of(self.mover):
            for side in (-1, 0, 1):
                there = (column + side, row + ahead)
                owner = self.board.get(there)
                if there in self.sites() and (owner is None or (side and owner != self.mover)):
                    found.append(name((column, row)) + name(there))
        return found

    def play(self, text: str) -> None:
        here = next(site for site in self.sites() if text.startswith(name(site)) and self.board.get(site) == self.mover)
        there = self.site(text.removeprefix(name(here)))
        del self.board[here]
        self.board[there] = self.mover
        self.mover = 1 - self.mover

    def returns(self) -> Returns | None:
        for seat, goal in ((0, self.rows), (1, 1)):
            if any(row == goal for _, row in self.of(seat)) or not self.of(1 - seat):
                return WON[seat]
        return None


class Reversi(Rows):
    def __init__(self, size: int = 8) -> None:
        super().__init__(size, size)
        low, high = size // 2, size // 2 + 1
        self.board = {(low, low): 1, (high, high): 1, (low, high): 0, (high, low): 0}

    def turning(self, there: Site, seat: int) -> list[Site]:
        found = []
        for dc, dr in EIGHT:
            line = []
            column, row = there[0] + dc, there[1] + dr
            while self.board.get((column, row)) == 1 - seat:
                line.append((column, row))
                column, row = column + dc, row + dr
            if self.board.get((column, row)) == seat:
                found += line
        return found

    def squares(self, seat: int) -> list[Site]:
        return [site for site in self.free() if self.turning(site, seat)]

    def moves(self) -> list[str]:
        if self.returns():
            return []
        return [name(site) for site in self.squares(self.mover)] or ["pass"]

    def play(self, text: str) -> None:
        if text != "pass":
            there = self.site(text)
            for site in [there, *self.turning(there, self.mover)]:
                self.board[site] = self.mover
        self.mover = 1 - self.mover

    def returns(self) -> Returns | None:
        if self.squares(0) or self.squares(1):
            return None
        black, white = len(self.of(0)), len(self.of(1))
        return (0.0, 0.0) if black == white else WON[0 if black > white else 1]


class Hex(Rows):
    def __init__(self, size: int = 11, swap: bool = False) -> None:
        super().__init__(size, size)
        self.swap = swap
        self.turns = 0

    def moves(self) -> list[str]:
        if self.returns():
            return []
        found = [name(site) for site in self.free()]
        return [*found, "swap"] if self.swap and self.turns == 1 else found

    def play(self, text: str) -> None:
        if text == "swap":
            ((column, row),) = self.board
            self.board = {(row, column): 1}
        else:
            self.board[self.site(text)] = self.mover
        self.turns += 1
        self.mover = 1 - self.mover

    def joined(self, seat: int) -> bool:
        """Whether the player's sides are joined: by row for seat 0, by column for seat 1."""
        across = 1 - seat
        own = self.of(seat)
        reached = [site for site in own if site[across] == 1]
        for column, row in reached:
            if (column, row)[across] == self.rows:
                return True
            near = [(column + dc, row + dr) for dc, dr in SIX]
            reached += [site for site in near if site in own and site not in reached]
        return False

    def returns(self) -> Returns | None:
        return next((WON[seat] for seat in (0, 1) if self.joined(seat)), None)


class Pig:
    """The die is not thrown here: `fall` tells what came after a `play("roll")`."""

    def __init__(self, goal: int = 100) -> None:
        self.goal = goal
        self.scores = [0, 0]
        self.points = 0
        self.mover = 0

    def moves(self) -> list[str]:
        if self.returns():
            return []
        if self.scores[self.mover] + self.points >= self.goal:
            return ["hold"]
        return ["roll", "hold"] if self.points else ["roll"]

    def play(self, text: str) -> None:
        if text == "hold":
            self.scores[self.mover] += self.points
            self.end_turn()

    def fall(self, face: int) -> None:
        if face == 1:
            self.end_turn()
        else:
            self.points += face

    def end_turn(self) -> None:
        self.points = 0
        self.mover = 1 - self.mover

    def returns(self) -> Returns | None:
        return next((WON[seat] for seat in (0, 1) if self.scores[seat] >= self.goal), None)
