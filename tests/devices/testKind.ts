/** What tests need of a kind of devices that is no card. */
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
  /** What its thread executes besides. */
  readonly routines?: readonly Routine[];
  /** Its line starts it; it runs the routine `short` and names the device in a step. */
  readonly thread: Thread;
  /** What its metrics should say of a machine that has one of them and nothing else: counted from the events. Left out:
   * tests/metrics/paths has the counts elsewhere. */
  counts?(run: Recorded): Expected;
}
