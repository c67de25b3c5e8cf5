/** Single values of the core's records as the page's. */

export const unlessNever = (cycle: number): number | undefined =>
  Number.isFinite(cycle) ? cycle : undefined;

/** A value outside its enumeration means that the core is broken, so this throws. */
export function nameOf<T extends string>(names: readonly T[], value: number): T {
  const name = names[value];
  if (name === undefined) throw new RangeError(`the core gave ${value} for one of ${names.join(", ")}`);
  return name;
}
