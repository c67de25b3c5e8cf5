/** What tests need to know about a device kind other than a card. */
import type { DeviceList } from "../../scenarios/devices/kinds.ts";
import type { ScenarioInput } from "../../scenarios/format/schema.ts";
import type { Expected } from "../metrics/paths/fromEvents.ts";
import type { Recorded } from "../metrics/paths/recorded.ts";
import type { Random } from "../support/random.ts";

type Machine = NonNullable<ScenarioInput["machine"]>;
type Devices = { readonly [List in DeviceList]: NonNullable<Machine[List]>[number] };
export type OwnLine = Exclude<Devices["timers"]["line"], string | undefined>;
type Thread = NonNullable<NonNullable<ScenarioInput["software"]>["threads"]>[number];

type Routine = NonNullable<NonNullable<ScenarioInput["software"]>["routines"]>[number];

export interface TestKind<List extends DeviceList> {
  device(random: Random, line: () => OwnLine): Devices[List];
  /** Further routines of its thread. */
  readonly routines?: readonly Routine[];
  /** A thread that its line starts, which runs the routine `short` and names the device in a step. */
  readonly thread: Thread;
  /** The expected metrics of a machine with one of these devices and nothing else, counted from the events. Without
   * this function, tests/metrics/paths has the counts. */
  counts?(run: Recorded): Expected;
}
