/** Writes records of the generated layout into bytes, little endian as WebAssembly memory is, and reads single values. */

interface FieldLayout {
  readonly offset: number;
  readonly type: string;
}
interface RecordLayout {
  readonly size: number;
  readonly fields: Readonly<Record<string, FieldLayout>>;
}

type Value = number | bigint | boolean;

/** Sets the named fields of the record that starts at `base`. Other fields do not change. */
export function writeRecord<R extends RecordLayout>(
  view: DataView,
  base: number,
  record: R,
  values: { readonly [F in keyof R["fields"]]?: Value },
): void {
  for (const [field, value] of Object.entries(values)) {
    const layout = record.fields[field];
    if (layout === undefined || value === undefined) throw new Error(`no field ${field}`);
    writeScalar(view, base + layout.offset, layout.type, value as Value);
  }
}

export function writeScalar(view: DataView, offset: number, type: string, value: Value): void {
  switch (type) {
    case "u8":
      view.setUint8(offset, Number(value));
      return;
    case "u16":
      view.setUint16(offset, Number(value), true);
      return;
    case "u32":
      view.setUint32(offset, Number(value), true);
      return;
    case "u64":
      view.setBigUint64(offset, BigInt(value), true);
      return;
    default:
      throw new Error(`field of type ${type} is not a number`);
  }
}

interface RecordArray {
  readonly offset: number;
  readonly record: { readonly size: number };
}

/** Offset of an item of an array of records. */
export function at(array: RecordArray, index: number): number {
  return array.offset + index * array.record.size;
}

/** Single values of the core's records as the page's. */
export const unlessNever = (cycle: number): number | undefined =>
  Number.isFinite(cycle) ? cycle : undefined;

/** A value outside its enumeration means that the core is broken, so this throws. */
export function nameOf<T extends string>(names: readonly T[], value: number): T {
  const name = names[value];
  if (name === undefined)
    throw new RangeError(`the core returned ${value}, which stands for none of ${names.join(", ")}`);
  return name;
}
