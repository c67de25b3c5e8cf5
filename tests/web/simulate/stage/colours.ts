/** Colour arithmetic for the token tests: sRGB, WCAG contrast, OKLab, colour blindness. */
export type Linear = readonly [red: number, green: number, blue: number];
export type Sight = "normal" | "deutan" | "protan";

type Matrix = readonly [Linear, Linear, Linear];

/** Machado, Oliveira, Fernandes 2009, severity 1, on linear RGB. */
const SIGHT: Readonly<Record<Exclude<Sight, "normal">, Matrix>> = {
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};

export function linear(hex: string): Linear {
  const channel = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

export function contrast(a: Linear, b: Linear): number {
  const luminance = ([red, green, blue]: Linear) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Distance in OKLab × 100 for a reader with this sight. */
export function distance(a: Linear, b: Linear, sight: Sight): number {
  const [l1, a1, b1] = oklab(seen(a, sight));
  const [l2, a2, b2] = oklab(seen(b, sight));
  return 100 * Math.hypot(l1 - l2, a1 - a2, b1 - b2);
}

function seen(colour: Linear, sight: Sight): Linear {
  return sight === "normal" ? colour : multiply(SIGHT[sight], colour);
}

function multiply(matrix: Matrix, [red, green, blue]: Linear): Linear {
  const row = ([r, g, b]: Linear) => r * red + g * green + b * blue;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

/** Björn Ottosson, 2020. */
function oklab(colour: Linear): Linear {
  const [red, green, blue] = colour.map((value) => Math.min(1, Math.max(0, value))) as [
    number,
    number,
    number,
  ];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
