/** Reads an address that a user types: a number, a register, a symbol, or a distance from one. */
import { registerNumber } from "../assembler/registers.ts";
import type { ProgramPlaces } from "./places.ts";

export interface Registers {
  readonly pc: number;
  readonly x: readonly number[];
}

const TERM = /^\s*([+-]?)\s*(0[xX][0-9a-fA-F]+|[0-9]+|[\p{L}_.$][\p{L}\p{N}_.$]*)/u;

/** Accepts `sp`, `frames + 8`, `0x20000010`, `a0-4`. Undefined if the text names nothing. */
export function addressOf(text: string, registers: Registers, places: ProgramPlaces): number | undefined {
  let rest = text;
  let sum = 0;
  for (let isFirst = true; isFirst || rest.trim() !== ""; isFirst = false) {
    const [whole = "", sign = "", term = ""] = TERM.exec(rest) ?? [];
    if (whole === "" || (!isFirst && sign === "")) return undefined;
    const value = termValue(term, registers, places);
    if (value === undefined) return undefined;
    sum += sign === "-" ? -value : value;
    rest = rest.slice(whole.length);
  }
  return sum >>> 0;
}

function termValue(term: string, { pc, x }: Registers, { names }: ProgramPlaces): number | undefined {
  if (/^[0-9]/.test(term)) return Number(term);
  const symbol = names.find(({ name }) => name === term);
  if (symbol !== undefined) return symbol.address;
  if (term.toLowerCase() === "pc") return pc;
  const register = registerNumber(term);
  return register === undefined ? undefined : (x[register] ?? 0);
}
