/* Tic-tac-toe: nine bits a player; a table tells which sets hold a line, another the k-th member of a set. */

#include "limit.h"

static u8 lines[512], nth[512][9];
static int ready;

static void prepare(void) {
    static const int all[8] = {7, 56, 448, 73, 146, 292, 273, 84};
    for (int set = 0; set < 512; set++) {
        int k = 0;
        for (int i = 0; i < 8; i++) lines[set] |= (set & all[i]) == all[i];
        for (int i = 0; i < 9; i++)
            if (set >> i & 1) nth[set][k++] = (u8)i;
    }
    ready = 1;
}

static int playout(int *moves) {
    if (!ready) prepare();
    u32 own = 0, other = 0, empty = 511;
    for (u32 left = 9; left; left--) {
        u32 bit = 1u << nth[empty][below(left)];
        empty ^= bit;
        own |= bit;
        if (lines[own]) {
            *moves = (int)(10 - left);
            return left & 1 ? 1 : -1;
        }
        u32 turned = own;
        own = other;
        other = turned;
    }
    *moves = 9;
    return 0;
}
