/** Parts that one press adds to a machine. Each part includes its traffic and a handler. The result is an unchecked
 * scenario, as in a file. */
import { DEVICE_KINDS, type DeviceList } from "../../scenarios/devices/kinds.ts";
import type { Scenario, ScenarioInput } from "../../scenarios/format/schema.ts";

export const SHELF = ["core", "nics", "disks", "timers", "buttons", "consoles"] as const satisfies readonly (
  | "core"
  | DeviceList
)[];
type ShelfPart = (typeof SHELF)[number];
type ShelfDevice = Exclude<ShelfPart, "core">;
const DEVICE_LISTS: readonly ShelfDevice[] = SHELF.filter((part) => part !== "core");

type Step = Record<string, unknown>;

const APPLICATION = "application";
const RUN_CYCLES = 20_000_000;
/** A number small enough that each press is visible. */
const PRESSES = 8;

/** A core that runs an application, and nothing that interrupts it. */
export function newMachine(): ScenarioInput {
  return {
    format: "irqscope-scenario",
    version: 1,
    name: "New machine",
    description: "Built from the shelf.",
    runCycles: RUN_CYCLES,
    machine: { clockHertz: 100_000_000, core: { policy: "single" } },
    software: {
      routines: [{ name: "application work", kind: "instructions", instructions: 400 }],
      threads: [
        {
          name: APPLICATION,
          layer: "application",
          priority: 9,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "application work" }],
        },
      ],
    },
    traffic: [],
  };
}

/** Name of a new device, its description, and the work of its handler after the acknowledgement. */
interface Kind {
  readonly name: string;
  /** Small = urgent: of the line and of its handler. */
  readonly priority: number;
  readonly instructions: number;
  readonly device: (scenario: Scenario) => Step;
  readonly acknowledge: (name: string) => Step;
  readonly handle: (name: string, routine: string) => readonly Step[];
}

const exec = (routine: string): Step => ({ do: "exec", routine });

const KINDS: Readonly<Record<ShelfDevice, Kind>> = {
  nics: {
    name: "eth0",
    priority: 3,
    instructions: 900,
    device: () => ({ lineRateBitPerSecond: 100_000_000, rxRingFrames: 16 }),
    acknowledge: (nic) => ({ do: "acknowledge", nic }),
    handle: (nic, routine) => [
      {
        do: "while",
        condition: { on: "rx-not-empty", nic },
        steps: [{ do: "take-frame", nic }, exec(routine), { do: "deliver" }],
      },
    ],
  },
  disks: {
    name: "disk",
    priority: 4,
    instructions: 1500,
    device: () => ({
      leastSeekNanoseconds: 200_000,
      mostSeekNanoseconds: 900_000,
      rateBitPerSecond: 80_000_000,
    }),
    acknowledge: (disk) => ({ do: "acknowledge-disk", disk }),
    handle: (_, routine) => [exec(routine)],
  },
  timers: {
    name: "tick",
    priority: 1,
    instructions: 300,
    device: () => ({ periodNanoseconds: 1_000_000 }),
    acknowledge: (timer) => ({ do: "acknowledge-timer", timer }),
    handle: (_, routine) => [exec(routine)],
  },
  buttons: {
    name: "button",
    priority: 5,
    instructions: 20_000,
    device: ({ runCycles }) => ({
      pressCycles: Array.from({ length: PRESSES }, (_, at) =>
        Math.floor(((at + 1) * runCycles) / (PRESSES + 1)),
      ),
    }),
    acknowledge: (button) => ({ do: "acknowledge-button", button }),
    handle: (_, routine) => [exec(routine)],
  },
  consoles: {
    name: "console",
    priority: 2,
    instructions: 600,
    device: ({ runCycles }) => ({
      interrupts: ["received"],
      input: [{ cycle: Math.floor(runCycles / 10), text: "hello\n" }],
    }),
    acknowledge: (name) => ({ do: "acknowledge-console", console: name }),
    handle: (_, routine) => [exec(routine)],
  },
};

/** Number of blocks that the application reads at a time. */
const READ_BLOCKS = 4;

export function withPart(scenario: Scenario, part: ShelfPart): unknown {
  return part === "core" ? withCore(scenario) : withDevice(scenario, part);
}

function withCore({ machine, software, ...rest }: Scenario): unknown {
  const { cores } = machine.core;
  const of = software.threads.find(({ start, layer }) => start.on === "always" && layer === "application");
  const thread = of && { ...of, name: freeName(software.threads, of.name), core: cores, context: 0 };
  const threads = thread === undefined ? software.threads : [...software.threads, thread];
  return {
    ...rest,
    machine: { ...machine, core: { ...machine.core, cores: cores + 1 } },
    software: { ...software, threads },
  };
}

function withDevice(scenario: Scenario, list: ShelfDevice): unknown {
  const { machine } = scenario;
  const kind = KINDS[list];
  const name = freeName(
    DEVICE_KINDS.flatMap((one) => [...machine[one.list]]),
    kind.name,
  );
  const device = { name, line: { priority: kind.priority }, ...kind.device(scenario) };
  const added = { ...scenario, machine: { ...machine, [list]: [...machine[list], device] } };
  const handled = withHandler(added, list, name);
  return needsUse(list) ? withUse(handled, list, name) : handled;
}

/** Cards and disks do nothing without frames or requests. */
const needsUse = (list: ShelfDevice): boolean => list === "nics" || list === "disks";

type Loose = Pick<Scenario, "software" | "traffic">;

function withHandler<S extends Loose>(scenario: S, list: ShelfDevice, device: string): S {
  const { software } = scenario;
  const kind = KINDS[list];
  const key = keyOf(list);
  const routine = freeName(software.routines, `${device} work`);
  const thread = {
    name: freeName(software.threads, `${device} handler`),
    layer: "driver-isr",
    priority: kind.priority,
    start: { on: "line", [key]: device },
    steps: [kind.acknowledge(device), ...kind.handle(device, routine)],
  };
  const work = { name: routine, kind: "instructions", instructions: kind.instructions };
  return {
    ...scenario,
    software: {
      ...software,
      routines: [...software.routines, work],
      threads: [...software.threads, thread],
    },
  };
}

function withUse<S extends Loose>(scenario: S, list: ShelfDevice, device: string): S {
  if (list === "nics")
    return {
      ...scenario,
      traffic: [
        ...scenario.traffic,
        {
          kind: "poisson",
          direction: "receive",
          nic: device,
          sizeBytes: 512,
          rate: { framesPerSecond: 9000 },
        },
      ],
    };
  const { software } = scenario;
  const reading = [
    { do: "read-disk", disk: device, blocks: READ_BLOCKS },
    { do: "wait-disk", disk: device },
    { do: "take-disk", disk: device },
  ];
  const at = software.threads.findIndex(({ start }) => start.on === "always");
  const threads = software.threads.map((thread, index) =>
    index === at ? { ...thread, steps: [...reading, ...thread.steps] } : thread,
  );
  return { ...scenario, software: { ...software, threads } };
}

/** A part that a device lacks. */
export interface Gap {
  readonly list: ShelfDevice;
  readonly device: string;
  readonly lacks: "handler" | "use";
}

/** Devices whose interrupt starts nothing, cards without frames and disks without requests. Programs may serve any
 * device, so machines with programs have no gaps. */
export function gapsOf(scenario: Scenario): readonly Gap[] {
  const { machine, software, traffic } = scenario;
  if (software.routines.some(({ kind }) => kind === "program")) return [];
  const steps = JSON.stringify(software.threads.map((thread) => thread.steps));
  const starts = JSON.stringify(software.threads.map(({ start }) => start));
  const frames = JSON.stringify(traffic);
  return DEVICE_LISTS.flatMap((list) =>
    machine[list].flatMap(({ name: device }): Gap[] => {
      const named = `${JSON.stringify(keyOf(list))}:${JSON.stringify(device)}`;
      const does = (...deeds: readonly string[]) =>
        deeds.some((deed) => steps.includes(`"do":"${deed}",${named}`));
      const isHandled = steps.includes(named) || starts.includes(named);
      const isUsed =
        !needsUse(list) ||
        (list === "nics" ? frames.includes(named) || does("give-frame") : does("read-disk", "write-disk"));
      return [
        ...(isHandled ? [] : [{ list, device, lacks: "handler" } as const]),
        ...(isUsed ? [] : [{ list, device, lacks: "use" } as const]),
      ];
    }),
  );
}

export function mended(scenario: Scenario, { list, device, lacks }: Gap): unknown {
  return lacks === "handler" ? withHandler(scenario, list, device) : withUse(scenario, list, device);
}

const keyOf = (list: ShelfDevice): string => DEVICE_KINDS.find((kind) => kind.list === list)?.kind ?? "";

/** eth0, eth1, …; tick, tick 2, …: the names are unique. */
function freeName(taken: readonly { readonly name: string }[], wanted: string): string {
  const names = new Set(taken.map(({ name }) => name));
  const [, stem = wanted, digit] = /^(.*?)(\d+)?$/.exec(wanted) ?? [];
  for (let number = digit === undefined ? 1 : Number(digit); ; number++) {
    const name = digit !== undefined ? `${stem}${number}` : number === 1 ? wanted : `${wanted} ${number}`;
    if (!names.has(name)) return name;
  }
}
