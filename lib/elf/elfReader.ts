/** Reads numbers and names out of a part of an ELF file; whatever lies beyond its end is refused with the field. */

/** `field`: what of the file is wrong, as the specification names it. */
export class ElfError extends Error {
  override readonly name = "ElfError";
  readonly field: string;
  readonly reason: string;

  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`);
    this.field = field;
    this.reason = reason;
  }
}

/** LEB128 of 64 bits. */
const LEB_BYTE_LIMIT = 10;

export class ElfReader {
  readonly bytes: Uint8Array;
  /** Of what is read here: an error names it. */
  readonly part: string;
  offset = 0;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, part: string) {
    this.bytes = bytes;
    this.part = part;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.offset >= this.bytes.length;
  }

  fail(reason: string): never {
    throw new ElfError(this.part, `${reason}, at byte ${this.offset} of it`);
  }

  #take(count: number): number {
    const left = this.bytes.length - this.offset;
    if (count > left) this.fail(`ends too early: ${count} bytes are needed, ${left} are left`);
    this.offset += count;
    return this.offset - count;
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  i8(): number {
    return this.#view.getInt8(this.#take(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  skip(count: number): void {
    this.#take(count);
  }

  /** What comes next, as a reader of its own. */
  sub(count: number): ElfReader {
    const from = this.#take(count);
    return new ElfReader(this.bytes.subarray(from, from + count), this.part);
  }

  uleb(): number {
    return Number(BigInt.asUintN(64, this.#leb(false)));
  }

  sleb(): number {
    return Number(BigInt.asIntN(64, this.#leb(true)));
  }

  #leb(isSigned: boolean): bigint {
    let value = 0n;
    for (let index = 0; index < LEB_BYTE_LIMIT; index++) {
      const byte = this.u8();
      value |= BigInt(byte & 0x7f) << BigInt(7 * index);
      if ((byte & 0x80) !== 0) continue;
      const isNegative = isSigned && (byte & 0x40) !== 0;
      return isNegative ? value - (1n << BigInt(7 * (index + 1))) : value;
    }
    return this.fail(`has a number of more than ${LEB_BYTE_LIMIT} bytes`);
  }

  /** Up to the next zero byte. */
  text(): string {
    const end = this.bytes.indexOf(0, this.offset);
    if (end < 0) this.fail("has a name that does not end");
    const from = this.offset;
    this.offset = end + 1;
    return textOf(this.bytes.subarray(from, end));
  }

  textAt(offset: number): string {
    if (offset > this.bytes.length)
      throw new ElfError(this.part, `has no byte ${offset}, where a name is said to begin`);
    const end = this.bytes.indexOf(0, offset);
    return textOf(this.bytes.subarray(offset, end < 0 ? this.bytes.length : end));
  }
}

const decoder = new TextDecoder();
const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);
