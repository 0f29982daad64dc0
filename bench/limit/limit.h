/* What the limit programs share: a generator, uniform numbers, the choice of a set bit, the clock, the report.

   Each program plays one game with uniformly random legal moves, as fast as its author could make it by hand, and says
   how many playouts a second of this thread's time it reached. Its figures are the limit against which the engines
   are measured; its mean length and results are there to be compared with theirs. */

#ifndef LIMIT_H
#define LIMIT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint8_t u8;

static u64 generator = 0x853c49e6748fea9bULL;

/* PCG32, as the engines use it. */
static inline u32 drawn(void) {
    u64 state = generator;
    generator = state * 6364136223846793005ULL + 0xda3e39cb94b95bdbULL;
    u32 mixed = (u32)(((state >> 18) ^ state) >> 27);
    u32 by = (u32)(state >> 59);
    return (mixed >> by) | (mixed << (-by & 31));
}

/* A number from 0 to bound - 1, each equally likely (D. Lemire, 2019). */
static inline u32 below(u32 bound) {
    u64 product = (u64)drawn() * bound;
    u32 low = (u32)product;
    if (low < bound) {
        u32 least = -bound % bound;
        while (low < least) {
            product = (u64)drawn() * bound;
            low = (u32)product;
        }
    }
    return (u32)(product >> 32);
}

static inline int size(u64 set) { return __builtin_popcountll(set); }

/* The k-th member of a set, counted from 0. */
static inline int member(u64 set, u32 k) {
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(1ULL << k, set));
#else
    while (k--) set &= set - 1;
    return __builtin_ctzll(set);
#endif
}

static inline double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One playout: its number of moves goes to *moves; 1 if the first player won, -1 if the second did, else 0. */
static int playout(int *moves);

int main(int count, char **words) {
    double limit = count > 1 ? atof(words[1]) : 1.0, begun, used;
    u64 games = 0, moves = 0, first = 0, second = 0;
    if (count > 2) generator += strtoull(words[2], NULL, 10) * 2;
    begun = seconds();
    do {
        for (int i = 0; i < 1000; i++) {
            int length = 0, result = playout(&length);
            moves += (u64)length;
            first += result > 0;
            second += result < 0;
        }
        games += 1000;
        used = seconds() - begun;
    } while (used < limit);
    printf("{\"playouts\": %llu, \"seconds\": %.6f, \"moves\": %llu, \"first\": %llu, \"second\": %llu}\n",
           (unsigned long long)games, used, (unsigned long long)moves, (unsigned long long)first,
           (unsigned long long)second);
    return 0;
}

#endif
