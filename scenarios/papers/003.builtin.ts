/** The machines of source 003, for a list. */
import { type BuiltinScenario, from } from "../builtin.ts";

const made = (id: string) =>
  from(async () => ({ default: (await import("./003.scenarios.ts")).scenarioOf(id) }));

const STORES = {
  pairs: "stores meet the one store buffer in pairs",
  fours: "stores meet the one store buffer in fours",
  even: "stores stand evenly over the frame",
  compiled: "stores stand as a compiler places them",
};

function stored(bytes: number, order: string, text: string): BuiltinScenario {
  const from = bytes === 1024 ? 21_900 : 20_300;
  return {
    id: `003-${bytes}-${order}`,
    group: "003",
    isVariant: true,
    name: `Salehi: switch, ${bytes.toLocaleString("en")} bytes, ${order}`,
    summary: `The same instructions; ${text}.`,
    ...made(`003-${bytes}-${order}`),
    opening: { cycle: from + 407, fromCycle: from, toCycle: from + 1600 },
  };
}

export const LAYER_2_SWITCH: readonly BuiltinScenario[] = [
  {
    id: "003-64",
    group: "003",
    name: "Salehi: switch, 64 bytes",
    summary: "A layer-2 switch on a LEON2-like processor: 627 instructions a frame. Printed: 759 cycles.",
    ...made("003-64"),
    opening: { cycle: 20_719, fromCycle: 20_300, toCycle: 21_900 },
  },
  {
    id: "003-256",
    group: "003",
    name: "Salehi: switch, 256 bytes",
    summary: "Two buffer descriptors, 666 instructions. Printed: 857 cycles with a bus at half the clock.",
    ...made("003-256"),
    opening: { cycle: 20_701, fromCycle: 20_300, toCycle: 21_900 },
  },
  {
    id: "003-512",
    group: "003",
    name: "Salehi: switch, 512 bytes",
    summary: "Four buffer descriptors, 760 instructions. Printed: 975 cycles with a bus at half the clock.",
    ...made("003-512"),
    opening: { cycle: 20_700, fromCycle: 20_300, toCycle: 21_900 },
  },
  {
    id: "003-1024",
    group: "003",
    name: "Salehi: switch, 1,024 bytes",
    summary: "Eight buffer descriptors, 963 instructions. Printed: 1268 cycles with a bus at half the clock.",
    ...made("003-1024"),
    opening: { cycle: 22_308, fromCycle: 21_900, toCycle: 23_500 },
  },
  ...[64, 256, 512, 1024].flatMap((bytes) =>
    Object.entries(STORES).map(([order, text]) => stored(bytes, order, text)),
  ),
  {
    id: "003-64-own-words",
    group: "003",
    isVariant: true,
    name: "Salehi: switch, each load its own word",
    summary: "The same frame; an empty data cache misses at every load.",
    ...made("003-64-own-words"),
    opening: { cycle: 20_715, fromCycle: 20_300, toCycle: 21_900 },
  },
  {
    id: "003-64-half-words",
    group: "003",
    isVariant: true,
    name: "Salehi: switch, every other load its own word",
    summary: "The same frame; an empty data cache misses at every other load.",
    ...made("003-64-half-words"),
    opening: { cycle: 20_714, fromCycle: 20_300, toCycle: 21_900 },
  },
  {
    id: "003-burst",
    group: "003",
    name: "Salehi: switch, burst instructions",
    summary: "The source's first proposal: one burst for adjacent accesses to frame memory.",
    ...made("003-burst"),
    opening: { cycle: 23_000, fromCycle: 22_800, toCycle: 24_400 },
  },
  {
    id: "003-bit-fields",
    group: "003",
    name: "Salehi: switch, bit-field instructions",
    summary: "The source's second proposal: one instruction for a shift and a logical operation.",
    ...made("003-bit-fields"),
    opening: { cycle: 23_003, fromCycle: 22_600, toCycle: 24_200 },
  },
  {
    id: "003-both",
    group: "003",
    name: "Salehi: switch, burst and bit-field instructions",
    summary: "Both proposals together, at their best.",
    ...made("003-both"),
    opening: { cycle: 23_017, fromCycle: 22_800, toCycle: 24_400 },
  },
  {
    id: "003-four-ports",
    group: "003",
    name: "Salehi: four ports at line rate",
    summary: "592,000 frames a second arrive, and the processor can switch about half of them.",
    ...made("003-four-ports"),
    opening: { cycle: 12_031, fromCycle: 10_800, toCycle: 13_200 },
  },
  {
    id: "003-four-ports-both",
    group: "003",
    name: "Salehi: four ports, both proposals",
    summary: "How far burst and bit-field instructions close the factor of two.",
    ...made("003-four-ports-both"),
    opening: { cycle: 12_028, fromCycle: 10_800, toCycle: 13_200 },
  },
  {
    id: "003-broadcast",
    group: "003",
    name: "Salehi: broadcast",
    summary: "The destination is not in the table: each frame leaves on three ports.",
    ...made("003-broadcast"),
    opening: { cycle: 23_000, fromCycle: 22_800, toCycle: 24_400 },
  },
];
