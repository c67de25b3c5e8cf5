/** How many bytes statements take for which that depends on where others lie. None shrinks again, so the passes come to an
 * end. */
import { BRANCH_REACH, encodeInstruction, isOfLinker } from "./encode.ts";
import type { FirstPass, Statement } from "./firstPass.ts";
import { LEBS, lebBytes } from "./leb.ts";
import { Operands } from "./operands.ts";
import { Cursor, SourceError } from "./text.ts";

/** Bytes that a statement takes at least and at most. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

const COMPRESSED_BRANCH_REACH = 0x100;
const COMPRESSED_JUMP_REACH = 0x800;

export class Sizes {
  readonly #bytes = new Map<number, number>();
  /** Everything takes the most: then it all has its place. */
  isLongest = false;

  of(order: number, { least, most }: Range): number {
    return this.isLongest ? most : Math.max(least, this.#bytes.get(order) ?? 0);
  }

  /** Whether a statement of a pass that placed everything takes more than it has. */
  grow({ statements, symbols, layout }: FirstPass): boolean {
    if (!symbols.isLayoutKnown) return false;
    let hasGrown = false;
    for (const statement of statements) {
      const { range, section, offset, order, bytes } = statement;
      if (range === undefined || bytes === range.most) continue;
      const address = layout[section] + offset;
      const needed = bytesNeeded(statement, range, address, symbols.lookupAt(order, address));
      if (needed <= bytes) continue;
      this.#bytes.set(order, needed);
      hasGrown = true;
    }
    return hasGrown;
  }
}

/** What is wrong with it is told where it is written. */
function bytesNeeded(
  { tokens, endColumn }: Statement,
  range: Range,
  address: number,
  lookup: ReturnType<FirstPass["symbols"]["lookupAt"]>,
): number {
  const name = tokens[0]?.text.toLowerCase() ?? "";
  const cursor = new Cursor(tokens.slice(1), endColumn);
  try {
    if (LEBS.has(name)) return lebBytes(name, cursor, lookup).length;
    const operands = new Operands(cursor, lookup, address);
    operands.reachesFar = true;
    encodeInstruction(name, operands, 1);
    if (operands.goesToWeak && !isOfLinker(name)) return range.most;
    return branchBytes(operands.farDistance, range);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return range.least;
  }
}

/** As GNU as, which leaves the most for a weak name: two bytes, four, or the opposite branch around a JAL. */
function branchBytes(distance: number, { least, most }: Range): number {
  const isWithin = (reach: number) => distance >= -reach && distance < reach;
  const isJump = most === 4;
  if (least === 2 && isWithin(isJump ? COMPRESSED_JUMP_REACH : COMPRESSED_BRANCH_REACH)) return 2;
  if (isJump || isWithin(BRANCH_REACH)) return 4;
  return least === 2 ? 6 : 8;
}
