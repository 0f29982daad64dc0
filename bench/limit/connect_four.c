/* Connect Four, 7 by 6: seven bits a column, of which the highest stays empty. A column is full when the bit below it is
   taken; the next site of a column is the lowest free bit, found by adding its bottom to what is taken. */

#include "limit.h"

#define COLUMN(i) (0x3fULL << 7 * (i))
#define BOTTOM 0x0000040810204081ULL
#define TOP (BOTTOM << 5)

static u8 nth[128][7];
static int ready;

static void prepare(void) {
    for (int set = 0; set < 128; set++) {
        int k = 0;
        for (int i = 0; i < 7; i++)
            if (set >> i & 1) nth[set][k++] = (u8)i;
    }
    ready = 1;
}

static inline int four(u64 own) {
    u64 two = own & own >> 1, found = two & two >> 2;
    two = own & own >> 7;
    found |= two & two >> 14;
    two = own & own >> 6;
    found |= two & two >> 12;
    two = own & own >> 8;
    return (found | (two & two >> 16)) != 0;
}

static int playout(int *moves) {
    if (!ready) prepare();
    u64 own = 0, other = 0;
    u32 open = 127, columns = 7;
    for (int n = 1; n <= 42; n++) {
        int column = nth[open][below(columns)];
        u64 taken = own | other;
        u64 site = (taken + (1ULL << 7 * column)) & COLUMN(column) & ~taken;
        own |= site;
        if (site & TOP) {
            open ^= 1u << column;
            columns--;
        }
        if (n > 6 && four(own)) {
            *moves = n;
            return n & 1 ? 1 : -1;
        }
        u64 turned = own;
        own = other;
        other = turned;
    }
    *moves = 42;
    return 0;
}
