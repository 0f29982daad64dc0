"""What `Tell` notes: the first part says what happened, the others tell the rest. All are ints.

    (MOVED, ref, kind, owner, from place, from position, to place, to position, before, now)
    (SHOWN, ref, kind, owner, place, position, now)
    (FLIPPED, ref, kind, owner, place, position, face down, before, now)
    (SHUFFLED, zone place)
    (FELL, number of the draw in `Program.draws`, value), of a bag of dice how many show each face

Places are those of the layout (`Program.first_zone` + number for a zone, -1 outside the game); a position is the one in
an ordered zone from 0 at the top, -1 elsewhere. `before` and `now` are the seats that knew, and know, which component
it is, as bits; of what is shown or turned over in an unordered zone, `now` are only those who see it there or to whom
it is shown: others could not tell it from what lies there too. MOVED, SHOWN and FLIPPED end with what all fields of
components hold for it, in the order of `Layout.fields`, without those that are sets or lists. FELL is what chance gave
in the open, told also where only one thing could come: whether chance had a choice is not seen. What concerns only
places on the board and face-up components is not told: everybody sees it there; but a component that chance changes is
SHOWN wherever it is.
"""

from __future__ import annotations

MOVED, SHOWN, FLIPPED, SHUFFLED, FELL = range(5)
