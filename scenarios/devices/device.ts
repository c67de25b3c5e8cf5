/** What a device kind is to all parts that go through devices. A kind is two modules: its shape and its rules
 * (`<kind>Schema.ts`, with the schema library) and what compiling and the page need (`<kind>.ts`, without it:
 * decision 0010). */
import type {
  SimCondition,
  SimEventKind,
  SimStepOp,
  SimTrackKind,
  sim_view,
} from "../../core-wasm/binding/layout.gen.ts";
import type { Decoded } from "../../core-wasm/binding/record.ts";
import type { OwnLine } from "./lineSchema.ts";

export interface Device {
  readonly name: string;
}

/** An interrupt line that a device drives. */
export interface Driver {
  /** A line of its own is called so. */
  readonly name: string;
  /** Name of one of `machine.interrupts.lines`, or a line of its own. */
  readonly line: string | OwnLine;
  /** Receive ring of a NIC; 0 where a device drives one line. */
  readonly ring: number;
  /** Place of the line in the device. */
  readonly field: string;
}

/** How the core runs a step that names a device; its index is filled in by flattening. */
export interface DeviceStep {
  readonly op: SimStepOp;
  readonly condition?: SimCondition;
  readonly ring?: number;
  readonly target?: number;
  readonly bits?: number;
  /** As a reader would say it; left out: the step and the name of the device. */
  readonly label?: string;
}

/** What the core tests besides the device. */
export interface DeviceCondition {
  readonly ring?: number;
  readonly bits?: number;
}

/** Field of the core's record to field of the scenario, where it is not the same in camelCase. */
type CoreNames = Readonly<Record<string, string>>;

/** Where a field stands that the core refuses. */
interface Refusals {
  readonly names: CoreNames;
  /** Lists inside the record: the first entry is the device itself, the others stand in `list`. */
  readonly parts?: Readonly<Record<string, { readonly list: string; readonly names: CoreNames }>>;
  /** Lists of sim_config that hold fields of all devices of the kind one after the other. */
  readonly shared?: readonly string[];
}

interface Compiling<D extends Device> {
  readonly clockHertz: number;
  /** Index of the line that the device drives. */
  readonly lineOf: (device: D, ring?: number) => number;
}

export interface DeviceKind<D extends Device = Device> {
  /** Key of references to such a device, in steps, conditions and choices of a line. */
  readonly kind: string;
  /** Its list in `machine`, and in sim_config. */
  readonly list: string;
  drivers(device: D): readonly Driver[];
  /** The event of something that happened at a device of the kind. Its value is not 0 where that was lost: what happened
   * before had not been acknowledged. Left out: no event tells of losses. */
  readonly lossEvent?: SimEventKind;
}

/** The core's records of a kind. Apart from the kind: the page compiles nothing itself. */
export interface DeviceRecords<D extends Device = Device> {
  /** Writes the records of all devices of the kind into sim_config. */
  compile(view: DataView, devices: readonly D[], compiling: Compiling<D>): void;
  readonly refusals: Refusals;
}

/** The words that exports have for what a kind tells. Apart from the kind, as its records are: most of the page exports
 * nothing. */
export interface DeviceExports {
  /** Events of the kind, by their name on the device's own track of a trace for Perfetto. False: traces leave the event out. */
  readonly events: Readonly<Partial<Record<SimEventKind, string | false>>>;
  /** Series that the core records of devices of the kind. */
  readonly series: readonly DeviceSeries[];
}

export interface DeviceSeries {
  readonly track: SimTrackKind;
  /** Its column in rows of series; the columns of a level are its mean, minimum and maximum. */
  readonly column: string;
  readonly isLevel?: true;
  /** Number `a` of the first device's track, 0 unless given. */
  readonly first?: number;
  /** Follows the name of the device. */
  readonly suffix?: string;
}

/** What the page sees of the device of this number; undefined where the core has no record of it. */
export type ViewOf<View> = (view: Decoded<typeof sim_view>, index: number) => View | undefined;

/** By `do`: the steps that name a device of the kind. */
export type StepsOf<S extends { readonly do: string }> = {
  readonly [Do in S["do"]]: (step: Extract<S, { readonly do: Do }>) => DeviceStep;
};

/** By `on`: the conditions that name a device of the kind. */
export type ConditionsOf<C extends { readonly on: string }> = {
  readonly [On in C["on"]]: (condition: Extract<C, { readonly on: On }>) => DeviceCondition;
};

/** One line, in the field `line`. */
export function oneDriver({ name, line }: Device & Pick<Driver, "line">): readonly Driver[] {
  return [{ name, line, ring: 0, field: "line" }];
}
