/** The interface of a device kind for all code that handles devices. A kind has two modules: schema and rules
 * (`<kind>Schema.ts`, with the schema library), and everything that compiling and the page need (`<kind>.ts`, without
 * that library: decision 0010). */
import type {
  SimCondition,
  SimEventKind,
  SimStepOp,
  SimTrackKind,
  sim_view,
} from "../../core-wasm/binding/layout.gen.ts";
import type { Decoded } from "../../core-wasm/binding/record.ts";
import type { OwnLine } from "./deviceFields.ts";

export interface Device {
  readonly name: string;
}

/** An interrupt line that a device drives. */
export interface Driver {
  /** Name of the device, which is also the name of its own line. */
  readonly name: string;
  /** Name of one of `machine.interrupts.lines`, or a line of its own. */
  readonly line: string | OwnLine;
  /** Receive ring of a NIC. 0 for a device that drives one line. */
  readonly ring: number;
  /** Place of the line in the device. */
  readonly field: string;
}

/** How the core runs a step that names a device. Flattening fills in the index of the device. */
export interface DeviceStep {
  readonly op: SimStepOp;
  readonly condition?: SimCondition;
  readonly ring?: number;
  readonly target?: number;
  readonly bits?: number;
  /** Text for readers. If omitted: the step and the name of the device. */
  readonly label?: string;
}

/** The test of the core in addition to the device. */
export interface DeviceCondition {
  readonly ring?: number;
  readonly bits?: number;
}

/** Maps fields of the core's record to fields of the scenario, if they differ from the camelCase name. */
type CoreNames = Readonly<Record<string, string>>;

/** The scenario's path of a field that the core refuses. */
interface Refusals {
  readonly names: CoreNames;
  /** Lists inside the record: the first entry is the device itself, the others are in `list`. */
  readonly parts?: Readonly<Record<string, { readonly list: string; readonly names: CoreNames }>>;
  /** Lists of sim_config that hold fields of all devices of the kind, one after the other. */
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
  /** The event of the kind that reports losses: its value is not 0 if something was lost because the previous event had
   * not been acknowledged. Omitted if no event reports losses. */
  readonly lossEvent?: SimEventKind;
}

/** The core's records of a kind. Separate from the kind, because the page itself compiles nothing. */
export interface DeviceRecords<D extends Device = Device> {
  /** Writes the records of all devices of the kind into sim_config. */
  compile(view: DataView, devices: readonly D[], compiling: Compiling<D>): void;
  readonly refusals: Refusals;
}

/** The words of exports for a kind. Separate from the kind, like its records, because most of the page exports nothing.
 */
export interface DeviceExports {
  /** Events of the kind, by their name on the device's own track of a trace for Perfetto. False: traces leave the event out. */
  readonly events: Readonly<Partial<Record<SimEventKind, string | false>>>;
  /** Series that the core records of devices of the kind. */
  readonly series: readonly DeviceSeries[];
}

export interface DeviceSeries {
  readonly track: SimTrackKind;
  /** Its column in rows of series. A level has columns for its mean, minimum and maximum. */
  readonly column: string;
  readonly isLevel?: true;
  /** Number `a` of the first device's track, 0 unless given. */
  readonly first?: number;
  /** Follows the name of the device. */
  readonly suffix?: string;
}

/** The page's view of the device with this number. Undefined if the core has no record of it. */
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
