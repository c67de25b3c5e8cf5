/** Explicit instructions as a lecturer types them: `alu r3, r1, r2`, `load r2, r1`, `branch r1 taken`. */

type InstructionOperation = "alu" | "load" | "store" | "branch" | "multiply" | "prefetch" | "jump";

export interface Instruction {
  readonly operation: InstructionOperation;
  /** 1..31; 0 = none. */
  readonly destination: number;
  /** For a load, store or prefetch: the address. */
  readonly source1: number;
  /** For a store: the value. */
  readonly source2: number;
  readonly taken: boolean;
  /** For a load or store: the number of adjacent words that it accesses. */
  readonly words: number;
  /** Memory address of a load, store or prefetch, if addresses count. Undefined: the start of the routine's data. */
  readonly address: number | undefined;
}

const REGISTER = "r(?:[0-9]|[12][0-9]|3[01])";
const SOURCES = `${REGISTER}(?:\\s*,\\s*${REGISTER})?`;

const PLACE = "(?:\\s*\\[0x[0-9a-f]{1,8}\\])?";
const WORDS = "(?:\\s+x(?:[2-9]|1[0-6]))?";

/** `alu`, `multiply`: destination and up to two sources. `load`: destination and address. `store`: value and address.
 * Both may be followed by the address in memory, `load r2, r1 [0x40]`, and a number of words, `x2`. `prefetch`:
 * address, and the address in memory. `branch`: up to two sources. `jump`: an address, if it is in a register. */
export const INSTRUCTION_PATTERN = new RegExp(
  `^(?:(?:alu|multiply)\\s+${REGISTER}(?:\\s*,\\s*${SOURCES})?|load\\s+${REGISTER}(?:\\s*,\\s*${REGISTER})?${PLACE}${WORDS}|store\\s+${SOURCES}${PLACE}${WORDS}|jump(?:\\s+${REGISTER})?|prefetch(?:\\s+${REGISTER})?${PLACE}|branch(?:\\s+${SOURCES})?(?:\\s+taken)?)$`,
);

export function parseInstruction(text: string): Instruction | undefined {
  if (!INSTRUCTION_PATTERN.test(text)) return undefined;
  const operation = text.split(/\s/, 1)[0] as InstructionOperation;
  const registers = Array.from(text.matchAll(/\br(\d+)/g), (match) => Number(match[1]));
  const [destination = 0, source1 = 0, source2 = 0] = operands(operation, registers);
  return {
    operation,
    destination,
    source1,
    source2,
    taken: operation === "jump" || text.endsWith("taken"),
    words: Number(/\sx(\d+)$/.exec(text)?.[1] ?? 1),
    address: placeOf(text),
  };
}

function placeOf(text: string): number | undefined {
  const place = /\[(0x[0-9a-f]+)\]/.exec(text)?.[1];
  return place === undefined ? undefined : Number(place);
}

/** Registers as typed, in the order of the record. */
function operands(operation: InstructionOperation, typed: readonly number[]): readonly number[] {
  if (operation === "branch" || operation === "prefetch" || operation === "jump") return [0, ...typed];
  if (operation !== "store") return typed;
  const [value = 0, address = 0] = typed;
  return [0, address, value];
}
