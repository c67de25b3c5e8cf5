/** Estimates the greatest value of many runs from the greatest values of some runs: a generalised extreme value
 * distribution by probability-weighted moments (Hosking, Wallis and Wood, Technometrics 27(3), 1985). */

export interface ReturnLevel {
  /** One of this number of runs exceeds `value`. */
  readonly runs: number;
  readonly value: number;
  /** Ends of the 95 % interval: percentiles of the same estimate over samples drawn from the fitted distribution. */
  readonly low: number;
  readonly high: number;
  /** Below 0, the distribution has an upper end. Above 0, it has heavy tails. */
  readonly shape: number;
}

/** A smaller number of maxima does not determine the shape. */
export const LEAST_MAXIMA = 20;
const SAMPLES = 400;

interface Fit {
  readonly location: number;
  readonly scale: number;
  /** `shape` with the opposite sign, as in the source. */
  readonly k: number;
}

/** Undefined if there are too few values, or if all are equal. */
export function returnLevel(maxima: readonly number[], runs: number): ReturnLevel | undefined {
  const fit = maxima.length < LEAST_MAXIMA ? undefined : fitted(maxima);
  if (fit === undefined) return undefined;
  const share = 1 - 1 / runs;
  const uniform = uniforms(maxima.length);
  const drawn = Array.from({ length: SAMPLES }, () => {
    const again = fitted(maxima.map(() => quantile(fit, uniform())));
    return again === undefined ? fit.location : quantile(again, share);
  }).toSorted((a, b) => a - b);
  const at = (place: number) => drawn[Math.round(place * (SAMPLES - 1))] ?? Number.NaN;
  const greatest = Math.max(...maxima);
  // An observed value is possible, but the estimate may be lower if the fit has an upper end.
  return {
    runs,
    value: Math.max(quantile(fit, share), runs >= maxima.length ? greatest : Number.NEGATIVE_INFINITY),
    low: at(0.025),
    high: Math.max(at(0.975), runs >= maxima.length ? greatest : Number.NEGATIVE_INFINITY),
    shape: fit.k === 0 ? 0 : -fit.k,
  };
}

function fitted(values: readonly number[]): Fit | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const n = sorted.length;
  const weighted = (weight: (place: number) => number) =>
    sorted.reduce((sum, value, place) => sum + weight(place) * value, 0) / n;
  const b0 = weighted(() => 1);
  const b1 = weighted((place) => place / (n - 1));
  const b2 = weighted((place) => (place * (place - 1)) / ((n - 1) * (n - 2)));
  const second = 2 * b1 - b0;
  if (!(second > 0)) return undefined;
  const c = second / (3 * b2 - b0) - Math.LN2 / Math.log(3);
  const k = 7.859 * c + 2.9554 * c * c;
  if (Math.abs(k) < 1e-6) {
    const scale = second / Math.LN2;
    return { location: b0 - EULER * scale, scale, k: 0 };
  }
  const gammaOf = gamma(1 + k);
  const scale = (second * k) / (gammaOf * (1 - 2 ** -k));
  return { location: b0 + (scale * (gammaOf - 1)) / k, scale, k };
}

const EULER = 0.577_215_664_901_532_9;

function quantile({ location, scale, k }: Fit, share: number): number {
  const reduced = -Math.log(share);
  return k === 0 ? location - scale * Math.log(reduced) : location + (scale * (1 - reduced ** k)) / k;
}

/** Lanczos approximation, exact to 1e-13 from -0.5 on. */
const LANCZOS = [
  0.999_999_999_999_809_9, 676.520_368_121_885_1, -1_259.139_216_722_402_8, 771.323_428_777_653_1,
  -176.615_029_162_140_6, 12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_572e-6,
  1.505_632_735_149_311_6e-7,
];

export function gamma(x: number): number {
  if (x < 0.5) return Math.PI / (Math.sin(Math.PI * x) * gamma(1 - x));
  const shifted = x - 1;
  const [first = 1, ...others] = LANCZOS;
  const sum = others.reduce((all, one, at) => all + one / (shifted + at + 1), first);
  const base = shifted + 7.5;
  return Math.sqrt(2 * Math.PI) * base ** (shifted + 0.5) * Math.exp(-base) * sum;
}

/** Numbers between 0 and 1. They are the same each time, so that a repeated summary is the same (mulberry32). */
function uniforms(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
}
