/* Hex, 11 by 11, without the swap. The sites are shuffled as they are drawn; a stone joins the groups beside it, and the
   game ends when one of them touches both edges of its player. */

#include "limit.h"

#define SIDE 11
#define WIDTH 13 /* with a border on both sides */
#define FIRST 1
#define SECOND 2

static u8 sites[SIDE * SIDE], touches[2][WIDTH * WIDTH];
static int ready;

static void prepare(void) {
    int k = 0;
    for (int row = 1; row <= SIDE; row++)
        for (int column = 1; column <= SIDE; column++) {
            int site = row * WIDTH + column;
            sites[k++] = (u8)site;
            touches[0][site] = (u8)((row == 1 ? FIRST : 0) | (row == SIDE ? SECOND : 0));
            touches[1][site] = (u8)((column == 1 ? FIRST : 0) | (column == SIDE ? SECOND : 0));
        }
    ready = 1;
}

static int playout(int *moves) {
    static const int beside[6] = {1, -1, WIDTH, -WIDTH, WIDTH - 1, 1 - WIDTH};
    u8 owner[WIDTH * WIDTH], parent[WIDTH * WIDTH], edges[WIDTH * WIDTH];
    if (!ready) prepare();
    memset(owner, 2, sizeof owner);
    for (u32 n = 0;; n++) {
        u32 at = n + below(SIDE * SIDE - n);
        u8 site = sites[at], me = n & 1;
        sites[at] = sites[n];
        sites[n] = site;
        owner[site] = me;
        parent[site] = site;
        u8 root = site, edge = touches[me][site];
        for (int i = 0; i < 6; i++) {
            u8 other = (u8)(site + beside[i]);
            if (owner[other] == me) {
                while (parent[other] != other) other = parent[other] = parent[parent[other]];
                if (other != root) {
                    edge |= edges[other];
                    parent[root] = other; /* the new stone's root is young: the older group stays */
                    root = other;
                }
            }
        }
        edges[root] = edge;
        if (edge == (FIRST | SECOND)) {
            *moves = (int)n + 1;
            return me ? -1 : 1;
        }
    }
}
