/** Snapshots along the run. Their spacing doubles whenever the next one would exceed the memory budget, so memory is
 * bounded, and every cycle has a snapshot at most one spacing before it. */

export interface Keyframe {
  readonly cycle: number;
  /** Assembled on each read. */
  readonly bytes: Uint8Array;
}

interface Entry {
  readonly cycle: number;
  readonly delta: Delta;
  /** Kinds of the events in [cycle, next keyframe), as bits of sim_event_kind. */
  kinds: number;
}

/** An interval between neighbouring keyframes, and the kinds of its events. */
export interface Interval {
  readonly from: number;
  /** Start of the next interval; Infinity for the last one. */
  readonly to: number;
  readonly kinds: number;
}

interface KeyframeOptions {
  readonly budgetBytes: number;
  readonly spacingCycles: number;
}

export interface Keyframes {
  /** Cycle at which the next keyframe is due. */
  readonly due: () => number;
  readonly spacing: () => number;
  readonly heldBytes: () => number;
  readonly count: () => number;
  /** Keeps the snapshot of the due cycle. All snapshots of a run have the same size. */
  readonly add: (bytes: Uint8Array) => void;
  /** Events of these kinds happened after the newest keyframe. */
  readonly note: (kinds: number) => void;
  /** The last one at or before the cycle. */
  readonly atOrBefore: (cycle: number) => Keyframe;
  /** Intervals in ascending order, starting with the one that contains `cycle`. */
  readonly intervalsFrom: (cycle: number) => Generator<Interval>;
  /** Intervals in descending order. */
  readonly intervalsBack: (cycle: number) => Generator<Interval>;
}

/** The spacing cannot double with fewer entries. */
const FEWEST_ENTRIES = 2;

export function createKeyframes({ budgetBytes, spacingCycles }: KeyframeOptions): Keyframes {
  let entries: Entry[] = [];
  let spacing = spacingCycles;
  /** The first snapshot. */
  let base: Uint32Array = new Uint32Array(0);
  let sizeBytes = 0;

  /** Total bytes of all deltas. */
  let held = 0;

  const due = (): number => {
    const newest = entries.at(-1);
    return newest === undefined ? 0 : newest.cycle + spacing;
  };

  function thin(): void {
    spacing *= 2;
    const kept: Entry[] = [];
    for (const entry of entries) {
      const before = kept.at(-1);
      if (entry.cycle % spacing === 0 || before === undefined) {
        kept.push(entry);
      } else {
        before.kinds |= entry.kinds;
      }
    }
    entries = kept;
    held = entries.reduce((sum, { delta }) => sum + deltaBytes(delta), 0);
  }

  function indexOf(cycle: number): number {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries[middle]?.cycle ?? Number.POSITIVE_INFINITY) <= cycle) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  function interval(index: number): Interval | undefined {
    const entry = entries[index];
    if (entry === undefined) return undefined;
    return {
      from: entry.cycle,
      to: entries[index + 1]?.cycle ?? Number.POSITIVE_INFINITY,
      kinds: entry.kinds,
    };
  }

  return {
    due,
    spacing: () => spacing,
    heldBytes: () => base.byteLength + held,
    count: () => entries.length,
    add: (bytes) => {
      const words = wordsOf(bytes);
      if (entries.length === 0) {
        base = words;
        sizeBytes = bytes.byteLength;
      }
      const entry = { cycle: due(), delta: deltaOf(base, words), kinds: 0 };
      entries.push(entry);
      held += deltaBytes(entry.delta);
      while (base.byteLength + held > budgetBytes && entries.length > FEWEST_ENTRIES) thin();
    },
    note: (kinds) => {
      const newest = entries.at(-1);
      if (newest !== undefined) newest.kinds |= kinds;
    },
    atOrBefore: (cycle) => {
      const entry = entries[indexOf(cycle)];
      if (entry === undefined) throw new Error(`no keyframe at or before cycle ${cycle}`);
      const { cycle: at, delta } = entry;
      let bytes: Uint8Array | undefined;
      return {
        cycle: at,
        get bytes() {
          bytes ??= patched(base, delta, sizeBytes);
          return bytes;
        },
      };
    },
    intervalsFrom: function* (cycle) {
      let from = cycle;
      for (let at = interval(indexOf(cycle)); at !== undefined; at = interval(indexOf(from))) {
        yield at;
        if (at.to === Number.POSITIVE_INFINITY) return;
        from = at.to;
      }
    },
    intervalsBack: function* (cycle) {
      for (let at = interval(indexOf(cycle)); at !== undefined; at = interval(indexOf(at.from - 1))) {
        yield at;
        if (at.from === 0) return;
      }
    },
  };
}

/** The difference between a snapshot and the first snapshot of its machine. Both have the same size and differ little,
 * so many more fit into the same memory. */
interface Delta {
  /** Indices of the blocks that differ, and their words one after the other. */
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
