/** Messages of Protocol Buffers (protobuf.dev/programming-guides/encoding): the few kinds of fields that traces need. */

const VARINT = 0;
const FIXED_64 = 1;
const OF_LENGTH = 2;
const FIRST_BYTES = 4096;
const UTF8 = new TextEncoder();

/** Writes fields one after another. Numbers are whole, from 0 to below 2^53. */
export class ProtobufWriter {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;

  number(field: number, value: number): void {
    this.#key(field, VARINT);
    this.#varint(value);
  }

  fixed64(field: number, value: number): void {
    this.#key(field, FIXED_64);
    this.#reserve(8);
    new DataView(this.#bytes.buffer).setBigUint64(this.#length, BigInt(value), true);
    this.#length += 8;
  }

  text(field: number, text: string): void {
    const encoded = UTF8.encode(text);
    this.#key(field, OF_LENGTH);
    this.#varint(encoded.length);
    this.#reserve(encoded.length);
    this.#bytes.set(encoded, this.#length);
    this.#length += encoded.length;
  }

  /** The fields that `write` writes become the message in this field. */
  message(field: number, write: () => void): void {
    this.#key(field, OF_LENGTH);
    const lengthAt = this.#length;
    write();
    const bodyBytes = this.#length - lengthAt;
    const shift = varintBytes(bodyBytes);
    this.#reserve(shift);
    this.#bytes.copyWithin(lengthAt + shift, lengthAt, this.#length);
    this.#length = lengthAt;
    this.#varint(bodyBytes);
    this.#length += bodyBytes;
  }

  /** Bytes written since the previous call. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #key(field: number, wireType: number): void {
    this.#varint(field * 8 + wireType);
  }

  #varint(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#length] = (rest % 128) + 128;
      this.#length += 1;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) bytes += 1;
  return bytes;
}
