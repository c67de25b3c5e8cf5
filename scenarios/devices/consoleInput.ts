/** Characters of a console in time. */
const BITS_OF_CHARACTER = 10;

/** A start bit, eight bits, a stop bit; at least one cycle. */
export const characterCyclesOf = (bitPerSecond: number, clockHertz: number): number =>
  Math.max(1, Math.round((BITS_OF_CHARACTER * clockHertz) / bitPerSecond));

export const inputOf = (text: string): Uint8Array => new TextEncoder().encode(text);
