"""The codes of what a scenario may find."""

from __future__ import annotations

from rulewright.source import register

BROKEN = register(
    "T001",
    "scenario-broken-rules",
    """
While the scenario ran the rules broke down: a full site, an empty supply, a number out of its range. The scenario ends
there; the others run. The message is that of the rules error, and its place in the rules is shown too.

Often it is `given` that asks for something impossible, as two pieces on one site.
""",
)
NOT_LEGAL = register(
    "T002",
    "scenario-move-not-legal",
    """
The scenario plays a move, or expects one to be legal, that may not be made there. The message tells the reason as a
player would be told it. Either the rules forbid what they should allow, or the scenario is wrong.
""",
)
SEVERAL = register(
    "T003",
    "scenario-move-ambiguous",
    """
The move in the scenario fits several legal moves. Name more of its picks.

Wrong, if two pieces can go to e4:

    play Step there = e4

Right:

    play Step p = d3, there = e4
""",
)
UNDECIDED = register(
    "T004",
    "scenario-undecided-roll",
    """
Here something is to be rolled or drawn, and the scenario does not say what falls. Scenarios leave nothing to chance.
Write the result before the step in which it is needed:

    roll 3
    play "roll"
""",
)
NO_SUCH_ROLL = register(
    "T005",
    "scenario-roll-does-not-fit",
    """
What the scenario wants to fall is no possible result of what is rolled there, or nothing was rolled at all after it.
""",
)
NOT_SO = register(
    "T006",
    "scenario-expectation-fails",
    """
The condition after `expect` does not hold. The board shown below is the one on which it was tested.
""",
)
OTHER_OUTCOME = register(
    "T007",
    "scenario-other-outcome",
    """
The game has not ended as the scenario expects: it goes on, or it ended otherwise.
""",
)
LEGAL = register(
    "T008",
    "scenario-move-is-legal",
    """
The scenario expects a move to be illegal, and the rules allow it.
""",
)
OTHER_REASON = register(
    "T009",
    "scenario-other-reason",
    """
The move is illegal, but for another reason than the one that stands after `because`. Of all combinations of picks
that fit the move, the one that passes the most conditions gives the reason.
""",
)
NO_DECISION = register(
    "T010",
    "scenario-nothing-to-decide",
    """
The scenario plays or declines where nobody decides: the game is over, the statements of `do:` have come to their end,
or the decision is one that may not be declined.
""",
)
