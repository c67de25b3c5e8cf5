/** Dimension of a number: exponents of second, bit and cycle. All are 0 for a count, a share or a ratio. */
export interface Dimension {
  readonly second: number;
  readonly bit: number;
  readonly cycle: number;
}

const dimension = (second: number, bit: number, cycle: number): Dimension => ({ second, bit, cycle });

export const NUMBER = dimension(0, 0, 0);
export const SECOND = dimension(1, 0, 0);
export const BIT = dimension(0, 1, 0);
export const CYCLE = dimension(0, 0, 1);
export const BIT_PER_SECOND = dimension(-1, 1, 0);
export const PER_SECOND = dimension(-1, 0, 0);
export const CYCLE_PER_SECOND = dimension(-1, 0, 1);

interface Unit {
  readonly factor: number;
  readonly dimension: Dimension;
}

/** Units that may follow a number in an expression. */
export const UNITS: ReadonlyMap<string, Unit> = new Map([
  ["%", { factor: 0.01, dimension: NUMBER }],
  ["ns", { factor: 1e-9, dimension: SECOND }],
  ["us", { factor: 1e-6, dimension: SECOND }],
  ["µs", { factor: 1e-6, dimension: SECOND }],
  ["ms", { factor: 1e-3, dimension: SECOND }],
  ["s", { factor: 1, dimension: SECOND }],
  ["bit", { factor: 1, dimension: BIT }],
  ["B", { factor: 8, dimension: BIT }],
  ["kB", { factor: 8e3, dimension: BIT }],
  ["MB", { factor: 8e6, dimension: BIT }],
  ["kb/s", { factor: 1e3, dimension: BIT_PER_SECOND }],
  ["Mb/s", { factor: 1e6, dimension: BIT_PER_SECOND }],
  ["Gb/s", { factor: 1e9, dimension: BIT_PER_SECOND }],
  ["MB/s", { factor: 8e6, dimension: BIT_PER_SECOND }],
  ["/s", { factor: 1, dimension: PER_SECOND }],
  ["cycles", { factor: 1, dimension: CYCLE }],
  ["Hz", { factor: 1, dimension: CYCLE_PER_SECOND }],
  ["kHz", { factor: 1e3, dimension: CYCLE_PER_SECOND }],
  ["MHz", { factor: 1e6, dimension: CYCLE_PER_SECOND }],
  ["GHz", { factor: 1e9, dimension: CYCLE_PER_SECOND }],
]);

export function isSame(a: Dimension, b: Dimension): boolean {
  return a.second === b.second && a.bit === b.bit && a.cycle === b.cycle;
}

export function product(a: Dimension, b: Dimension): Dimension {
  return dimension(a.second + b.second, a.bit + b.bit, a.cycle + b.cycle);
}

export function quotient(a: Dimension, b: Dimension): Dimension {
  return dimension(a.second - b.second, a.bit - b.bit, a.cycle - b.cycle);
}

/** "bit/s", "cycles", "a plain number". */
export function dimensionText(of: Dimension): string {
  const powers = [
    ["bit", of.bit],
    ["cycle", of.cycle],
    ["s", of.second],
  ] as const;
  const part = (sign: 1 | -1) =>
    powers
      .filter(([, exponent]) => exponent * sign > 0)
      .map(([name, exponent]) => (Math.abs(exponent) === 1 ? name : `${name}^${Math.abs(exponent)}`))
      .join("·");
  const [above, below] = [part(1), part(-1)];
  if (above === "" && below === "") return "a plain number";
  return below === "" ? above : `${above === "" ? "1" : above}/${below}`;
}
