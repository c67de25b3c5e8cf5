/** Growable typed-array column for data whose length is known only at the end. */
type NumericArray = Float64Array | Uint8Array | Uint32Array;

export interface Column<A extends NumericArray> {
  readonly length: () => number;
  readonly push: (value: number) => void;
  readonly last: () => number | undefined;
  /** Overwrites an element that is there. */
  readonly set: (index: number, value: number) => void;
  /** A copy of exactly what was pushed, with a buffer of its own (transferable). */
  readonly take: () => A;
}

const FIRST_CAPACITY = 64;

function createColumn<A extends NumericArray>(make: (length: number) => A): Column<A> {
  let items = make(FIRST_CAPACITY);
  let length = 0;
  return {
    length: () => length,
    push: (value) => {
      if (length === items.length) {
        const larger = make(items.length * 2);
        larger.set(items);
        items = larger;
      }
      items[length] = value;
      length += 1;
    },
    last: () => (length > 0 ? items[length - 1] : undefined),
    set: (index, value) => {
      if (index < 0 || index >= length) throw new RangeError(`no element ${index} of ${length}`);
      items[index] = value;
    },
    take: () => {
      const exact = make(length);
      exact.set(items.subarray(0, length));
      return exact;
    },
  };
}

export const float64Column = (): Column<Float64Array<ArrayBuffer>> =>
  createColumn((length) => new Float64Array(length));
export const uint8Column = (): Column<Uint8Array<ArrayBuffer>> =>
  createColumn((length) => new Uint8Array(length));
export const uint32Column = (): Column<Uint32Array<ArrayBuffer>> =>
  createColumn((length) => new Uint32Array(length));
