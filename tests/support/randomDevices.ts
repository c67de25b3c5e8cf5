/** One random device of each kind that is no card, and the thread that answers it; a kind without its maker does not
 * compile. */
import type { DeviceList } from "../../scenarios/devices/kinds.ts";
import type { ScenarioInput } from "../../scenarios/format/schema.ts";
import type { Random } from "./random.ts";

type Machine = NonNullable<ScenarioInput["machine"]>;
type Devices = { readonly [List in DeviceList]: NonNullable<Machine[List]>[number] };
type OwnLine = Exclude<Devices["timers"]["line"], string | undefined>;
type Thread = NonNullable<NonNullable<ScenarioInput["software"]>["threads"]>[number];

export type RandomList = Exclude<DeviceList, "nics">;

type Makers = {
  readonly [List in RandomList]: {
    readonly device: (random: Random, line: () => OwnLine) => Devices[List];
    readonly thread: Thread;
  };
};

export const RANDOM_DEVICES: Makers = {
  timers: {
    device: (random, line) => ({
      name: "T",
      periodNanoseconds: random.pick([500, 20_000]),
      startCycle: random.integer(0, 5000),
      line: line(),
    }),
    thread: {
      name: "timer",
      layer: "driver-isr",
      priority: 0,
      start: { on: "line", timer: "T" },
      steps: [
        { do: "acknowledge-timer", timer: "T" },
        { do: "exec", routine: "short" },
      ],
    },
  },
  disks: {
    device: (random, line) => ({
      name: "D",
      rateBitPerSecond: 1e9,
      leastSeekNanoseconds: random.pick([0, 500]),
      mostSeekNanoseconds: 5000,
      queueRequests: random.pick([1, 16]),
      blockBytes: random.pick([64, 512]),
      bufferAddress: 0x2000,
      statusBy: random.pick(["event", "fill"] as const),
      line: line(),
    }),
    thread: {
      name: "disk",
      layer: "driver-isr",
      priority: 1,
      start: { on: "line", disk: "D" },
      steps: [
        { do: "acknowledge-disk", disk: "D" },
        {
          do: "while",
          condition: { on: "disk-done", disk: "D" },
          steps: [
            { do: "take-disk", disk: "D" },
            { do: "exec", routine: "short" },
            { do: "unlock-cache", cache: "l1d" },
          ],
        },
      ],
    },
  },
  buttons: {
    device: (random, line) => {
      const first = random.integer(0, 2000);
      return { name: "B", pressCycles: [first, first + 1, first + random.integer(2, 3000)], line: line() };
    },
    thread: {
      name: "button",
      layer: "driver-isr",
      priority: 2,
      start: { on: "line", button: "B" },
      steps: [
        { do: "exec", routine: "short" },
        { do: "acknowledge-button", button: "B" },
      ],
    },
  },
};

/** In the order of their draws. */
export const RANDOM_LISTS = Object.keys(RANDOM_DEVICES) as readonly RandomList[];
