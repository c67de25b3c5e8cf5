/** Snapshots of one machine have the same size and differ little: kept as what differs from the first of them, many
 * more fit into the same memory. */
export interface Delta {
  /** Which blocks differ, and their words one after the other. */
  readonly blocks: Uint32Array;
  readonly words: Uint32Array;
}

const BLOCK_WORDS = 64;

/** Padded with zeros to whole words. */
export function wordsOf(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array(Math.ceil(bytes.byteLength / Uint32Array.BYTES_PER_ELEMENT));
  new Uint8Array(words.buffer).set(bytes);
  return words;
}

export function deltaOf(base: Uint32Array, words: Uint32Array): Delta {
  const blocks: number[] = [];
  for (let first = 0; first < words.length; first += BLOCK_WORDS)
    if (differs(base, words, first)) blocks.push(first / BLOCK_WORDS);
  const kept = new Uint32Array(blocks.length * BLOCK_WORDS);
  for (const [index, block] of blocks.entries()) kept.set(blockOf(words, block), index * BLOCK_WORDS);
  return { blocks: Uint32Array.from(blocks), words: kept };
}

/** The snapshot that the delta was made of. */
export function patched(base: Uint32Array, { blocks, words }: Delta, sizeBytes: number): Uint8Array {
  const whole = base.slice();
  for (const [index, block] of blocks.entries()) {
    const to = blockOf(whole, block);
    to.set(blockOf(words, index).subarray(0, to.length));
  }
  return new Uint8Array(whole.buffer, 0, sizeBytes);
}

export function deltaBytes({ blocks, words }: Delta): number {
  return blocks.byteLength + words.byteLength;
}

function blockOf(words: Uint32Array, block: number): Uint32Array {
  return words.subarray(block * BLOCK_WORDS, (block + 1) * BLOCK_WORDS);
}

function differs(base: Uint32Array, words: Uint32Array, first: number): boolean {
  const end = Math.min(first + BLOCK_WORDS, words.length);
  for (let at = first; at < end; at++) if (base[at] !== words[at]) return true;
  return false;
}
