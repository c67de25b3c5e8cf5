/** The counter-based generator of the core (core-wasm/src/base/rng.h), for what is drawn when a scenario is compiled. */

const WORD = (1n << 64n) - 1n;
const STEP = 0x9e3779b97f4a7c15n;

/** The finaliser of SplitMix64. */
function mix(x: bigint): bigint {
  let word = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
  word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & WORD;
  return word ^ (word >> 31n);
}

export function streamKey(seed: bigint, stream: number): bigint {
  return mix(mix((seed + STEP) & WORD) ^ ((BigInt(stream) * 0xd1342543de82ef95n) & WORD));
}

export function draw(key: bigint, k: number): bigint {
  return mix((key + BigInt(k + 1) * STEP) & WORD);
}

/** Even in 0 .. bound-1; `bound` below 2^32. */
export function drawBelow(key: bigint, k: number, bound: number): number {
  return Number(((draw(key, k) >> 32n) * BigInt(bound)) >> 32n);
}
