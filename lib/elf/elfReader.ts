/** Reads numbers and names from a part of an ELF file. Refuses a read beyond its end and names the field. */

/** Limits the work of reading a file, because a short file can require a very long computation. Counts characters of
 * names each time they are decoded, and rows of line tables. */

/** A valid file makes at most two of each of its bytes, and linkers let names share their ends. */
const UNITS_PER_BYTE = 32;
const FREE_UNITS = 65_536;

export class ElfWork {
  readonly #limit: number;
  #spent = 0;

  /** `bytes` is the size of everything that is read. */
  constructor(bytes: number) {
    this.#limit = FREE_UNITS + UNITS_PER_BYTE * bytes;
  }

  get spent(): number {
    return this.#spent;
  }

  /** False once the budget is spent. Then nothing more is read. */
  spend(units: number): boolean {
    this.#spent += units;
    return this.#spent <= this.#limit;
  }
}

/** `field` is the wrong part of the file, as the specification names it. */
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
/** Longer names are truncated. */
const NAME_BYTE_LIMIT = 1024;

export class ElfReader {
  readonly bytes: Uint8Array;
  /** Name of the part that errors mention. */
  readonly part: string;
  offset = 0;
  readonly #view: DataView;
  readonly #work: ElfWork;
  /** Names by their offset, because many symbols and files share one. */
  readonly #names = new Map<number, string>();

  constructor(bytes: Uint8Array, part: string, work: ElfWork) {
    this.bytes = bytes;
    this.part = part;
    this.#work = work;
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

  /** A separate reader of the next `count` bytes. */
  sub(count: number): ElfReader {
    const from = this.#take(count);
    return new ElfReader(this.bytes.subarray(from, from + count), this.part, this.#work);
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

  spend(units: number): void {
    if (!this.#work.spend(units)) this.fail("takes too long to read: its names and lines are too many");
  }

  /** Up to the next zero byte. */
  text(): string {
    const end = this.bytes.indexOf(0, this.offset);
    if (end < 0) this.fail("has a name that does not end");
    const from = this.offset;
    this.offset = end + 1;
    return this.#nameIn(this.bytes.subarray(from, end));
  }

  textAt(offset: number): string {
    const known = this.#names.get(offset);
    if (known !== undefined) return known;
    if (offset > this.bytes.length)
      throw new ElfError(this.part, `has no byte ${offset}, where a name should begin`);
    // Reads only up to the limit. Otherwise overlapping names without an end would be searched repeatedly.
    const rest = this.bytes.subarray(offset, offset + NAME_BYTE_LIMIT + 1);
    const end = rest.indexOf(0);
    const name = this.#nameIn(end < 0 ? rest : rest.subarray(0, end));
    this.#names.set(offset, name);
    return name;
  }

  #nameIn(bytes: Uint8Array): string {
    const shown = bytes.subarray(0, NAME_BYTE_LIMIT);
    this.spend(shown.length);
    return bytes.length > NAME_BYTE_LIMIT ? `${textOf(shown)}…` : textOf(shown);
  }
}

const decoder = new TextDecoder();
const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);
