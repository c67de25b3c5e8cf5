/** Seeded random choices for tests: the same seed gives the same case on every host. */
export interface Random {
  /** A whole number from minimum to maximum, both included. */
  integer(minimum: number, maximum: number): number;
  pick<const T>(choices: readonly T[]): T;
  chance(percent: number): boolean;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const integer = (minimum: number, maximum: number) =>
    minimum + Math.floor((next() / 2 ** 32) * (maximum - minimum + 1));
  return {
    integer,
    pick: (choices) => {
      const choice = choices[integer(0, choices.length - 1)];
      if (choice === undefined) throw new Error("nothing to pick from");
      return choice;
    },
    chance: (percent) => integer(1, 100) <= percent,
  };
}
