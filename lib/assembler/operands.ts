/** Operands of one instruction, read in order and checked against what its field holds. */
import { type Lookup, readExpression, type Value, within } from "./expression.ts";
import { csrNumber, registerNumber } from "./registers.ts";
import { type Cursor, ValueError } from "./text.ts";

export interface Place {
  readonly register: number;
  readonly offset: number;
}

const TWO_TO_32 = 1n << 32n;
const SIGN = 1n << 31n;

export class Operands {
  /** Address of the instruction; undefined: how far something is away is not known. */
  readonly pc: number | undefined;
  readonly #cursor: Cursor;
  readonly #lookup: Lookup;
  #count = 0;

  constructor(cursor: Cursor, lookup: Lookup, pc: number | undefined) {
    this.#cursor = cursor;
    this.#lookup = lookup;
    this.pc = pc;
  }

  get isAtEnd(): boolean {
    return this.#cursor.isAtEnd;
  }

  end(): void {
    this.#cursor.expectEnd();
  }

  #next(): Cursor {
    if (this.#count++ > 0) this.#cursor.expect(",");
    return this.#cursor;
  }

  /** Whether an operand is next that is a register; nothing is taken. */
  isRegisterNext(): boolean {
    const { kind, text } = this.#cursor.peek(this.#count > 0 ? 1 : 0);
    return kind === "name" && registerNumber(text) !== undefined;
  }

  register(): number {
    return this.#register(this.#next());
  }

  #register(cursor: Cursor): number {
    const { kind, text } = cursor.peek();
    const register = kind === "name" ? registerNumber(text) : undefined;
    if (register === undefined)
      return cursor.fail(
        kind === "end" ? "a register is missing" : `is no register: ${JSON.stringify(text)}`,
      );
    cursor.take();
    return register;
  }

  value(): Value {
    return readExpression(this.#next(), this.#lookup);
  }

  /** A whole number from `minimum` to `maximum`. */
  number(minimum: number, maximum: number): number {
    return within(this.value(), minimum, maximum);
  }

  /** Any 32-bit value, signed or not; as an unsigned one. */
  word(): number {
    const { value, column } = this.value();
    if (value < -SIGN || value >= TWO_TO_32) throw new ValueError(column, `${value} does not fit in 32 bits`);
    return Number(BigInt.asUintN(32, value));
  }

  csr(): number {
    const cursor = this.#next();
    const { kind, text } = cursor.peek();
    const known = kind === "name" ? csrNumber(text) : undefined;
    if (known === undefined) return within(readExpression(cursor, this.#lookup), 0, 0xfff);
    cursor.take();
    return known;
  }

  /** `offset(register)` or `(register)`. */
  place(): Place {
    const cursor = this.#next();
    const { kind, text } = cursor.peek(1);
    const isBare = cursor.peek().text === "(" && kind === "name" && registerNumber(text) !== undefined;
    const offset = isBare ? 0 : within(readExpression(cursor, this.#lookup), -2048, 2047);
    cursor.expect("(");
    const register = this.#register(cursor);
    cursor.expect(")");
    return { register, offset };
  }

  /** How far a branch or jump goes: below ± `reach` bytes. */
  distance(reach: number): number {
    const { value, column } = this.value();
    if (this.pc === undefined) return 0;
    const distance = Number(BigInt.asIntN(32, value - BigInt(this.pc)));
    if (distance % 2 !== 0) throw new ValueError(column, "goes to an odd address");
    if (distance < -reach || distance >= reach)
      throw new ValueError(column, `is ${distance} bytes away, the instruction reaches ${reach}`);
    return distance;
  }
}
