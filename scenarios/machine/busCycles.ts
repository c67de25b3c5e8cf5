/** Durations on the bus. Apart from the schema: the worker compiles, and does not load the validator (decision 0010). */

interface WithBus {
  readonly bus: { readonly clockRatio: number; readonly inBusClocks: boolean };
}

/** CPU cycles of a duration of a machine that passes on its bus. */
export function busCycles({ bus }: WithBus, duration: number): number {
  return bus.inBusClocks ? duration * bus.clockRatio : duration;
}
