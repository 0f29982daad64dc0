/* Gomoku, 15 by 15, five or more in a row win. The sites are shuffled as they are drawn; a player has the bits of every
   row, column and diagonal, and a stone looks at its four. */

#include "limit.h"

typedef struct {
    u32 rows[15], columns[15], rising[29], falling[29];
} Stones;

static u8 sites[225];
static int ready;

static inline int five(u32 line) {
    u32 two = line & line >> 1;
    return (two & two >> 2 & line >> 4) != 0;
}

static int playout(int *moves) {
    if (!ready) {
        for (int i = 0; i < 225; i++) sites[i] = (u8)i;
        ready = 1;
    }
    Stones stones[2];
    memset(stones, 0, sizeof stones);
    for (u32 n = 0; n < 225; n++) {
        u32 at = n + below(225 - n);
        u8 site = sites[at];
        sites[at] = sites[n];
        sites[n] = site;
        u32 row = site / 15, column = site % 15;
        Stones *own = &stones[n & 1];
        u32 a = own->rows[row] |= 1u << column, b = own->columns[column] |= 1u << row;
        u32 c = own->rising[row + 14 - column] |= 1u << column, d = own->falling[row + column] |= 1u << column;
        if (five(a) | five(b) | five(c) | five(d)) {
            *moves = (int)n + 1;
            return n & 1 ? -1 : 1;
        }
    }
    *moves = 225;
    return 0;
}
