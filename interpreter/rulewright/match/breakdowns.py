"""Pages of the codes X...: what can break down while rules run. `program.failures` and `engines.errors` raise them.

Such an error stops the game where it is; the state before the move is unchanged. Its place is the line of the rules
that could not be carried out.
"""

from __future__ import annotations

from rulewright.source import register

register(
    "X001",
    "value-out-of-range",
    """
A `var` or field was to hold a number outside of its declared range, `int in 0..20` say. Either the range is too
narrow, or a rule goes too far: bound the number before it is written, with `min(…)` or `max(…)`, or let a condition
forbid the move.

    score of mover = min(score of mover + 5, 20)
""",
)
register(
    "X002",
    "number-too-large-in-play",
    """
A number became larger than 2,147,483,647 or smaller than -2,147,483,648. Mostly it grows without end by mistake: give
the `var` a range, and the line that goes too far is named sooner.
""",
)
register(
    "X003",
    "division-by-zero",
    """
Something was divided by 0, with `/` or `%`. Ask first: `a / b if b != 0 else 0`.
""",
)
register(
    "X004",
    "endless-loop",
    """
The rules ran ten million steps without coming to a decision, to chance, or to the end of the game: a `while` whose
condition stays true, or a `flow` or `turn` in which nobody has to decide anything.
""",
)
register(
    "X005",
    "too-many-moves",
    """
One decision has more than 1,048,576 legal moves. Mostly an action picks many things at once, and every combination is
a move of its own: split it into several decisions, made one after the other.
""",
)
register(
    "X006",
    "negative-weight",
    """
`any_of(x in S by weight)` draws with weights that are 0 or more, and one of them at least more than 0.
""",
)
register(
    "X007",
    "too-many-events",
    """
More than 65,535 events wait that were emitted with `later`. Mostly a trigger emits what sets it off again.
""",
)
register(
    "X008",
    "no-such-item",
    """
`L[i]` asked for an item that the list does not have. Items count from 1; the last is `L[count(L)]`.
""",
)
register(
    "X009",
    "chance-inside-one-move",
    """
Inside of `one move`, or of a `together` block, something was rolled or drawn. What belongs to one move must be known
before it is made, and what is chosen at the same time is done when all have chosen: roll before the block or behind it.
""",
)
register(
    "X011",
    "another-player-inside-one-move",
    """
Inside of `one move` another player was to decide. A block of `one move` is the move of one player: let the other
decide after it. The same holds for a `together` block, in which each player decides alone.
""",
)
register(
    "X012",
    "choice-become-impossible",
    """
In a `together` block players choose at the same time, as if they were alone, and what they chose is then done in the
order of seats. What one of them chose was impossible by then, because of what the others did: two took the last coin,
or went to one site. Let the block only note what is chosen, and do it behind the block, where rules can say who comes
first.

    together by each p in players:
        pick there in empty
        wanted of p = there
    if wanted of White != wanted of Black:
        place Stone of White on wanted of White
        place Stone of Black on wanted of Black
""",
)
register(
    "X013",
    "together-inside-another-block",
    """
A `together` block began inside of another one, or inside of `one move`. In `one move` there is one player who moves,
and in a `together` block each player decides alone: put one block behind the other.
""",
)
register(
    "X010",
    "nested-too-deep-in-play",
    """
Procedures, triggers and blocks were nested too deeply while the rules ran. Mostly triggers set one another off.
""",
)
register(
    "X101",
    "site-is-taken",
    """
Something was placed on, or moved to, a site that holds something already; a site has one place for each layer. Remove
what stands there first, or let a condition of the action ask for an empty site.

    remove there.piece
    move p to there
""",
)
register(
    "X102",
    "none-left",
    """
A component was placed though as many exist as `copies` allows, or as the board has sites. Ask before: `supply(Pawn of
mover) > 0`.
""",
)
register(
    "X103",
    "nothing-to-choose-from",
    """
A player has to choose, and nothing is legal. Say what happens then: with a block `else:` under the `choose`, with `may
choose`, or with a line of `end` that ends the game before.

    choose Move
    else: nothing
""",
)
register(
    "X104",
    "reactions-without-end",
    """
Reactions set off one another more than 64 deep; the message shows the last of them. Put a condition behind `if` on one
of the triggers.
""",
)
register(
    "X105",
    "number-of-nothing",
    """
A number was asked of what is not there: the row of a site beyond the edge, the strength of a piece on an empty site.
Ask first whether it is there: `there != none and there.row > 3`.
""",
)
register(
    "X106",
    "outside-of-its-keys",
    """
A `var … of each 1..6` was asked for the value of 7, or a set of numbers for one that it cannot hold (-256 to 1023).
""",
)
register(
    "X107",
    "least-of-nothing",
    """
The least, the greatest, the first or the only number of a set was asked for, and the set is empty (or, for the only
one, has several). Ask first: `max(p in mine: p.strength) if any(mine) else 0`.
""",
)
register(
    "X108",
    "turn-inside-turn",
    """
`turn of P:` began while another turn was under way. Turns follow one another in the `flow`.
""",
)
register(
    "X109",
    "into-another-layer",
    """
A component was to become of a kind that stands in another layer than it does (`x.kind = …`). It would have to leave its
place: remove it, and place one of the other kind.
""",
)
register(
    "X110",
    "into-another-zone",
    """
A component was to come into a zone that holds other kinds (`zone hand: Animal` holds animals). Where the rules name the
zone this is found while they are read; here the zone was known only in play (`z: zone`, `x.zone`).
""",
)
