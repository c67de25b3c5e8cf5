/* Counter-based random numbers: draw k of a stream is a hash of (seed, stream, k). No draw depends on another, so
 * order, slicing and skipping cannot change any draw. */
#ifndef SIM_RNG_H
#define SIM_RNG_H

#include <stdint.h>

enum rng_stream { /* stream number + number of the part */
  RNG_TRAFFIC = 0x100,
  RNG_BRANCH = 0x200,
  RNG_BODY = 0x300,
  RNG_FLOW = 0x400,
  RNG_RING = 0x500,
  RNG_SIZE = 0x600,
  RNG_ADDRESS = 0x700,
  RNG_REPLACEMENT = 0x800,
  RNG_SEEK = 0x900,
  RNG_CONTENT = 0xa00, /* bytes of packets */
  RNG_SERVICE = 0xb00,
  RNG_BURST = 0xc00,
  RNG_TABLE = 0xd00
};

static inline uint64_t rng_mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static inline uint64_t rng_key(uint64_t seed, uint32_t stream) {
  return rng_mix(rng_mix(seed + 0x9e3779b97f4a7c15u) ^ (stream * 0xd1342543de82ef95u));
}

static inline uint64_t rng_draw(uint64_t key, uint64_t k) {
  return rng_mix(key + (k + 1) * 0x9e3779b97f4a7c15u);
}

/* Uniform in [0, bound), bound below 2^32. */
static inline uint32_t rng_below(uint64_t draw, uint32_t bound) {
  return (uint32_t)(((draw >> 32) * bound) >> 32);
}

/* True in `permille` of 1000 draws. */
static inline int rng_chance(uint64_t draw, uint32_t permille) { return rng_below(draw, 1000) < permille; }
/* The same without a multiplication: true if the upper half of the draw is below this limit. */
static inline uint64_t rng_chance_limit(uint32_t permille) { return (((uint64_t)permille << 32) + 999) / 1000; }
static inline uint32_t rng_is_below(uint64_t draw, uint64_t limit) { return (uint32_t)(((draw >> 32) - limit) >> 63); }

/* -ln(u) in units of 2^-32, for u = (draw + 1/2) / 2^64: exponential with mean 1. */
uint64_t rng_exponential_q32(uint64_t draw);

/* u^(-1000 / shape_milli) in units of 2^-32, for the same u: Pareto with minimum 1; UINT64_MAX from 2^31 onwards. */
uint64_t rng_pareto_q32(uint64_t draw, uint32_t shape_milli);

/* (a * b) >> 32, or UINT64_MAX if that does not fit. */
uint64_t rng_multiply_q32(uint64_t a, uint64_t b);

#endif
