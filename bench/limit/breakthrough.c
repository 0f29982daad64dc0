/* Breakthrough, 8 by 8. The board is turned round after every move, so that the player to move always goes up. A move is
   drawn from the three sets of sites that can be reached straight on, to the left and to the right. */

#include "limit.h"

#define LEFTMOST 0x0101010101010101ULL
#define RIGHTMOST 0x8080808080808080ULL

static int playout(int *moves) {
    u64 own = 0xffffULL, other = 0xffffULL << 48;
    for (int n = 1;; n++) {
        u64 ahead = own << 8 & ~(own | other);
        u64 left = (own & ~LEFTMOST) << 7 & ~own, right = (own & ~RIGHTMOST) << 9 & ~own;
        u32 a = (u32)size(ahead), b = (u32)size(left), c = (u32)size(right), k;
        int there, here;
        if (a + b + c == 0) { /* nobody can be stuck on a whole board; kept for safety */
            *moves = n - 1;
            return n & 1 ? -1 : 1;
        }
        k = below(a + b + c);
        if (k < a) {
            there = member(ahead, k);
            here = there - 8;
        } else if (k < a + b) {
            there = member(left, k - a);
            here = there - 7;
        } else {
            there = member(right, k - a - b);
            here = there - 9;
        }
        own ^= 1ULL << here | 1ULL << there;
        other &= ~(1ULL << there);
        if (there >= 56 || !other) {
            *moves = n;
            return n & 1 ? 1 : -1;
        }
        u64 turned = __builtin_bswap64(own);
        own = __builtin_bswap64(other);
        other = turned;
    }
}
