"""The rules errors that compiled rules raise while they run, by code; engines add their own (overflow, limits)."""

OUT_OF_RANGE = "X001"
FULL_SITE = "X101"
NO_SUPPLY = "X102"
NOTHING_LEGAL = "X103"
REACTION_DEPTH = "X104"
OF_NONE = "X105"
BAD_INDEX = "X106"
EMPTY_CHOICE = "X107"
ALREADY_IN_TURN = "X108"
OTHER_LAYER = "X109"
OTHER_ZONE = "X110"

FAILURES: dict[str, str] = {
    FULL_SITE: "a component is put on a site that is taken",
    NO_SUPPLY: "a component is placed though none is left",
    NOTHING_LEGAL: "a player must choose and nothing is legal",
    REACTION_DEPTH: "reactions set off one another without end",
    OF_NONE: "a number is asked of nothing",
    BAD_INDEX: "a value lies outside what a variable is kept for",
    EMPTY_CHOICE: "the least, greatest or only one of nothing is asked for",
    ALREADY_IN_TURN: "a turn begins inside a turn",
    OTHER_LAYER: "a component becomes of a kind that stands in another layer",
    OTHER_ZONE: "a component comes into a zone that does not hold its kind",
}

MAX_DEPTH = 64
