/** Names of a program's functions, by address. */
import { segmentOf } from "./ranges.ts";
import type { ElfFile, ElfSymbol } from "./readElf.ts";

export interface ElfFunction {
  readonly name: string;
  readonly address: number;
  /** The first address after the function. */
  readonly end: number;
}

/** Labels of a compiler, of a linker's relaxation, and mapping symbols. */
const isOfTool = (name: string): boolean => /^(\.L|\$|__global_pointer\$)/.test(name) || name === "";

const rank = ({ kind, isGlobal }: ElfSymbol): number => (kind === "function" ? 2 : 0) + (isGlobal ? 1 : 0);

/** Sorted by address, without overlaps. A label of assembly counts as a function if the address has none. A symbol
 * without a size ends at the next symbol or at the end of its segment. */
export function functionsOf({ symbols, segments }: ElfFile): readonly ElfFunction[] {
  const named = new Map<number, ElfSymbol>();
  for (const symbol of symbols) {
    if (!symbol.isCode || symbol.kind === "object" || isOfTool(symbol.name)) continue;
    const before = named.get(symbol.address);
    if (before === undefined || rank(symbol) > rank(before)) named.set(symbol.address, symbol);
  }
  const sorted = [...named.values()].sort((a, b) => a.address - b.address);
  const functions: ElfFunction[] = [];
  let covered = 0;
  for (const [index, { name, address, bytes, kind }] of sorted.entries()) {
    // A label inside a function is a place in that function.
    if (kind === "label" && address < covered) continue;
    const segment = segmentOf(segments, address, address + 1);
    if (segment === undefined) continue;
    const next = sorted[index + 1]?.address ?? Number.POSITIVE_INFINITY;
    const limit = Math.min(next, segment.address + segment.memoryBytes);
    const end = bytes > 0 ? Math.min(address + bytes, segment.address + segment.memoryBytes) : limit;
    if (kind === "function") covered = Math.max(covered, bytes > 0 ? end : 0);
    functions.push({ name, address, end });
  }
  return functions.map((one, index) => ({
    ...one,
    end: Math.min(one.end, functions[index + 1]?.address ?? one.end),
  }));
}
