/* Reversi, 8 by 8: fills in eight directions give the legal sites and what a disc turns over. A player without a legal
   site passes; two passes in a row, or a full board, end the game. */

#include "limit.h"

#define INNER 0x7e7e7e7e7e7e7e7eULL

static inline u64 up(u64 own, u64 through, int by) {
    u64 run = through & own << by;
    run |= through & run << by;
    u64 pairs = through & through << by;
    run |= pairs & run << 2 * by;
    run |= pairs & run << 2 * by;
    return run;
}

static inline u64 down(u64 own, u64 through, int by) {
    u64 run = through & own >> by;
    run |= through & run >> by;
    u64 pairs = through & through >> by;
    run |= pairs & run >> 2 * by;
    run |= pairs & run >> 2 * by;
    return run;
}

static inline u64 legal(u64 own, u64 other) {
    u64 inner = other & INNER, sites;
    sites = up(own, inner, 1) << 1 | down(own, inner, 1) >> 1;
    sites |= up(own, other, 8) << 8 | down(own, other, 8) >> 8;
    sites |= up(own, inner, 7) << 7 | down(own, inner, 7) >> 7;
    sites |= up(own, inner, 9) << 9 | down(own, inner, 9) >> 9;
    return sites & ~(own | other);
}

static inline u64 ended(u64 run, u64 next, u64 own) { return next & own ? run : 0; }

static inline u64 turned(u64 site, u64 own, u64 other) {
    u64 inner = other & INNER, run, all = 0;
#define BOTH(through, by)                     \
    run = up(site, through, by);              \
    all |= ended(run, run << (by), own);      \
    run = down(site, through, by);            \
    all |= ended(run, run >> (by), own);
    BOTH(inner, 1)
    BOTH(other, 8)
    BOTH(inner, 7)
    BOTH(inner, 9)
#undef BOTH
    return all;
}

static int playout(int *moves) {
    u64 own = 1ULL << 28 | 1ULL << 35, other = 1ULL << 27 | 1ULL << 36;
    int n = 0, passed = 0, first = 1;
    for (;;) {
        u64 sites = legal(own, other);
        if (sites) {
            u64 site = 1ULL << member(sites, below((u32)size(sites)));
            u64 discs = turned(site, own, other);
            own |= discs | site;
            other &= ~discs;
            passed = 0;
        } else if (passed) {
            break;
        } else {
            passed = 1;
        }
        n++;
        u64 swapped = own;
        own = other;
        other = swapped;
        first = !first;
        if (!~(own | other)) break;
    }
    *moves = n;
    int lead = size(own) - size(other);
    if (!first) lead = -lead;
    return (lead > 0) - (lead < 0);
}
