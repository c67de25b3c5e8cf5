/** Operands of one instruction, read in order and checked against the range of their field. */

import { type Lookup, readExpression, signedWord, type Value, within } from "./expression.ts";
import { csrNumber, registerNumber } from "./registers.ts";
import { type Cursor, SourceError, type Token, ValueError } from "./text.ts";
import { quotedVisibly } from "./visible.ts";

export interface Place {
  readonly register: number;
  readonly offset: number;
}

const TWO_TO_32 = 1n << 32n;
const SIGN = 1n << 31n;
const FENCE_SETS = /^i?o?r?w?$/;

const isRegister = ({ kind, text }: Token): boolean => kind === "name" && registerNumber(text) !== undefined;

export class Operands {
  /** Address of the instruction. Undefined if distances are not known. */
  readonly pc: number | undefined;
  /** Column of the operand that the machine may refuse: a CSR, an address or a target. */
  checkedColumn: number | undefined;
  /** True if the branch target is a number and not an address. GNU as makes two instructions of such a branch. */
  goesToNumber = false;
  /** True if no operand so far depends on an address or uses `%hi` and the like. */
  isConstant = true;
  /** True if an operand is a negative constant of 32 bits that is written without a sign. */
  isUnsigned = false;
  /** True if an operand depends on a weak name without a definition. */
  isAbsent = false;
  /** True if the target is a symbol that a linker may define differently. */
  goesToWeak = false;
  /** Set by the caller: the name of the instruction, for messages. */
  instruction = "";
  /** Set by the caller: the distance of a branch is only recorded, and the word is encoded without it. */
  reachesFar = false;
  farDistance = 0;
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
    const cursor = this.#cursor;
    const isComma = this.#count > 0 && cursor.peek().text === ",";
    this.#count++;
    if (this.instruction !== "" && cursor.peek(isComma ? 1 : 0).kind === "end") {
      if (isComma) cursor.take();
      cursor.fail(`operand ${this.#count} of ${this.instruction} is missing`);
    }
    if (this.#count > 1) cursor.separate();
    return cursor;
  }

  /** `ahead` = 0 is the first token of the next operand. */
  #peek(ahead = 0): Token {
    const hasComma = this.#count > 0 && this.#cursor.peek().text === ",";
    return this.#cursor.peek(ahead + (hasComma ? 1 : 0));
  }

  /** True if the next operand is a register. Takes no token. */
  isRegisterNext(): boolean {
    return isRegister(this.#peek());
  }

  /** True if the next operand is a register or an unknown name, which is most likely a misspelt register. */
  isMeantAsRegister(): boolean {
    const { kind, text } = this.#peek();
    const isOnly = this.#peek(1).kind === "end";
    return this.isRegisterNext() || (kind === "name" && isOnly && this.#lookup(text) === undefined);
  }

  /** Whether the next operand is the last one, and has the form `offset(register)`. */
  isPlaceNext(): boolean {
    return hasPlace(this.#cursor.rest());
  }

  /** Takes a name that precedes the operands without a comma. Undefined if there is none. */
  leadingName(): Token | undefined {
    return this.#cursor.peek().kind === "name" ? this.#cursor.take() : undefined;
  }

  /** Value of the next operand if it is one of the names. Otherwise takes nothing. */
  named(values: ReadonlyMap<string, number>): number | undefined {
    const { kind, text } = this.#peek();
    const value = kind === "name" ? values.get(text.toUpperCase()) : undefined;
    if (value !== undefined) this.#next().take();
    return value;
  }

  register(): number {
    return this.#register(this.#next());
  }

  #register(cursor: Cursor): number {
    const { kind, text } = cursor.peek();
    const register = kind === "name" ? registerNumber(text) : undefined;
    if (register === undefined)
      return cursor.fail(
        kind === "end" ? "a register is missing" : `is not a register: ${quotedVisibly(text)}`,
      );
    cursor.take();
    return register;
  }

  value(): Value {
    return this.#value(this.#next());
  }

  #value(cursor: Cursor): Value {
    const value = readExpression(cursor, this.#lookup);
    if (!value.isWhole || value.address !== undefined) this.isConstant = false;
    else if (value.value >= SIGN) this.isUnsigned = true;
    if (value.isAbsent) this.isAbsent = true;
    return value;
  }

  /** A whole number from `minimum` to `maximum`. */
  number(minimum: number, maximum: number): number {
    return within(this.value(), minimum, maximum);
  }

  /** 12 bits with a sign. */
  immediate(): number {
    return within(signedWord(this.value()), -2048, 2047);
  }

  /** Any 32-bit value, signed or unsigned. Returns the unsigned value. */
  word(): { readonly value: number; readonly isPlace: boolean } {
    const value = this.value();
    return { value: wordOf(value), isPlace: value.address !== undefined };
  }

  /** Address of a symbol. A constant is not an address to load from or store to. */
  address(): number {
    const value = this.value();
    this.checkedColumn = value.column;
    if (this.#cursor.accepts("(")) {
      this.#register(this.#cursor);
      this.#cursor.expect(")");
    }
    if (value.address === undefined)
      throw new SourceError(value.column, `is not a name of a place: ${value.value}(zero) is an address`);
    return wordOf(value);
  }

  csr(): number {
    const cursor = this.#next();
    const { kind, text, column } = cursor.peek();
    this.checkedColumn = column;
    const known = kind === "name" ? csrNumber(text) : undefined;
    if (known !== undefined) {
      cursor.take();
      return known;
    }
    if (kind === "name" && this.#lookup(text) === undefined) cursor.fail(`is not a CSR: ${text}`);
    return within(this.#value(cursor), 0, 0xfff);
  }

  /** Accesses that a fence orders: some of the letters `iorw`, in this order. */
  accesses(): number {
    const cursor = this.#next();
    const { kind, text } = cursor.peek();
    if (kind !== "name" || !FENCE_SETS.test(text))
      cursor.fail("is not a set of accesses, such as rw or iorw");
    cursor.take();
    return ["w", "r", "o", "i"].reduce((bits, one, at) => bits | (text.includes(one) ? 1 << at : 0), 0);
  }

  /** `offset(register)` or `(register)`. */
  place(): Place {
    const cursor = this.#next();
    this.checkedColumn = cursor.peek().column;
    const isBare = cursor.peek().text === "(" && isRegister(cursor.peek(1));
    const offset = isBare ? 0 : within(signedWord(this.#value(cursor)), -2048, 2047);
    cursor.expect("(");
    const register = this.#register(cursor);
    cursor.expect(")");
    return { register, offset };
  }

  /** `(register)`, or `0(register)`. */
  pointer(): number {
    const { column } = this.#peek();
    const { register, offset } = this.place();
    if (offset === 0) return register;
    throw new ValueError(column, `has the offset ${offset}: an atomic access takes none`);
  }

  /** The operand of JALR: `offset(register)`, `register` or `register, offset`. */
  jumpPlace(): Place {
    if (!this.isRegisterNext()) return this.place();
    const register = this.register();
    return { register, offset: this.isAtEnd ? 0 : this.immediate() };
  }

  /** Distance of a branch or jump: below ± `reach` bytes. */
  distance(reach: number): number {
    const { value, column, address } = this.value();
    this.checkedColumn = column;
    this.goesToNumber = address === undefined;
    this.goesToWeak = address !== undefined && this.#lookup.isWeak?.(address) === true;
    if (this.pc === undefined) return 0;
    const distance = Number(BigInt.asIntN(32, value - BigInt(this.pc)));
    if (distance % 2 !== 0) throw new ValueError(column, "goes to an odd address");
    if (this.reachesFar) {
      this.farDistance = distance;
      return 0;
    }
    if (distance < -reach || distance >= reach)
      throw new ValueError(column, `is ${distance} bytes away, the instruction reaches ${reach}`);
    return distance;
  }
}

function wordOf({ value, column }: Value): number {
  if (value < -SIGN || value >= TWO_TO_32) throw new ValueError(column, `${value} does not fit in 32 bits`);
  return Number(BigInt.asUintN(32, value));
}

/** Whether an operand has the form `offset(register)`, even with errors. A load or store is then one word. */
export function hasPlace(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }, at) => {
    if (text !== "(" || tokens[at + 1]?.kind !== "name" || tokens[at + 2]?.text !== ")") return false;
    const before = tokens[at - 1];
    return before === undefined || before.kind !== "sign" || before.text === ")" || before.text === ",";
  });
}
