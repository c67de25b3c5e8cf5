/** Words that the condition of a breakpoint may use in one scenario: dimension, meaning, value at a moment, and the
 * kinds of events that can change the value. docs/expressions.md lists them. */
import {
  type SimEventKind,
  sim_drop_cause_names,
  sim_event_kind,
  sim_layer_names,
} from "../../core-wasm/binding/index.ts";
import { ringFramesOf } from "../../scenarios/devices/nic.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextsOf, contextTotal } from "../../scenarios/software/contexts.ts";
import { type Dimension, NUMBER, SECOND } from "../expressions/dimension.ts";
import { type Path, pathText } from "../expressions/index.ts";
import type { LatencyKind } from "./latencyEnds.ts";
import { isRunning, type Moment, TRAP_CAUSES, type TrapCauseKind } from "./moment.ts";

export interface Word {
  readonly path: Path;
  readonly dimension: Dimension;
  readonly meaning: string;
  readonly kinds: readonly SimEventKind[];
  /** The value depends on the whole history. A watch for it must start at the beginning of the run. */
  readonly remembers?: boolean;
  /** The value comes from the registers or the memory of the thread for which the condition is evaluated. */
  readonly isOfPrograms?: true;
  /** Only for a word that represents a source line: the addresses at which execution enters the line. */
  readonly entries?: readonly number[];
  /** Latencies that the value needs in addition to events. */
  readonly ends?: LatencyKind;
  /** Undefined if there is no value, for example a latency in a cycle in which no frame was delivered. */
  readonly read: (moment: Moment) => number | undefined;
}

export type Vocabulary = ReadonlyMap<string, Word>;

export function vocabularyOf(scenario: Scenario): Vocabulary {
  const words = [
    ...happenings(),
    ...latencies(scenario),
    ...stores(scenario),
    ...processor(scenario),
    ...trapWords(scenario),
  ];
  return new Map(words.map((word) => [pathText(word.path), word]));
}

function number(
  path: Path,
  meaning: string,
  kinds: readonly SimEventKind[],
  read: (moment: Moment) => number,
): Word {
  return { path, dimension: NUMBER, meaning, kinds, read };
}

function happenings(): Word[] {
  const counted = (name: string, kind: SimEventKind, meaning: string) =>
    number([name], `${meaning} in this cycle`, [kind], ({ count }) => count[sim_event_kind[kind]] ?? 0);
  return [
    counted("offered", "frame-offered", "frames offered"),
    counted("delivered", "frame-delivered", "frames delivered"),
    counted("sent", "frame-sent", "frames whose last bit went onto the wire"),
    number(["dropped"], "frames dropped in this cycle", ["frame-dropped"], ({ dropped }) =>
      sum([...dropped]),
    ),
    counted("raised", "line-asserted", "interrupt lines asserted"),
    counted("interrupts", "recognised", "interrupts recognised"),
    counted("contextSwitches", "context-switch", "context switches"),
    ...sim_drop_cause_names.map((cause, index) =>
      number(
        ["drop", cause],
        `frames dropped in this cycle: ${cause}`,
        ["frame-dropped"],
        ({ dropped }) => dropped[index] ?? 0,
      ),
    ),
  ];
}

function latencies(scenario: Scenario): Word[] {
  const { clockHertz, nics } = scenario.machine;
  const hasHarts = scenario.software.threads.some(({ machineMode }) => machineMode);
  const seconds = (cycles: number | undefined) => (cycles === undefined ? undefined : cycles / clockHertz);
  return [
    {
      path: ["latency"],
      dimension: SECOND,
      meaning: "of a frame delivered in this cycle, from its arrival on",
      kinds: ["frame-delivered"],
      read: (moment) => seconds(moment.frameLatencyCycles),
    },
    {
      path: ["interrupt", "latency"],
      dimension: SECOND,
      meaning: hasHarts
        ? "of an interrupt that a thread in machine mode answered in this cycle, or whose handler was entered"
        : "of an interrupt whose handler was entered in this cycle, from its line on",
      kinds: ["line-asserted", "handler-entered", ...(hasHarts ? (["trap"] as const) : [])],
      remembers: true,
      ...(hasHarts ? { ends: "interrupt" } : {}),
      read: (moment) => seconds(moment.interruptLatencyCycles),
    },
    ...nics.flatMap(({ name, host }, nic): Word[] =>
      host === undefined
        ? []
        : [
            {
              path: ["nic", name, "request", "latency"],
              dimension: SECOND,
              meaning: "of a request of its host that was answered in this cycle",
              kinds: ["frame-sent"],
              ends: "request",
              read: (moment) => seconds(moment.requestLatencyCycles.get(nic)),
            },
          ],
    ),
  ];
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

function stores({ machine, software }: Scenario): Word[] {
  const { nics } = machine;
  const level = (
    path: Path,
    what: string,
    kind: "rx-fill" | "tx-fill" | "queue-fill",
    capacity: number,
    fill: (moment: Moment) => number,
  ): Word[] => [
    number([...path, "fill"], `held in ${what}`, [kind], fill),
    number([...path, "capacity"], `room of ${what}`, [], () => capacity),
  ];
  return [
    ...level(["ring"], "the receive rings of all cards", "rx-fill", sum(nics.map(ringFramesOf)), (m) =>
      sum(m.rxFill),
    ),
    ...nics.flatMap((nic, index) => [
      ...level(
        ["nic", nic.name, "ring"],
        `the receive rings of ${nic.name}`,
        "rx-fill",
        ringFramesOf(nic),
        (m) => m.rxFill[index] ?? 0,
      ),
      ...level(
        ["nic", nic.name, "sendQueue"],
        `the send queue of ${nic.name}`,
        "tx-fill",
        nic.txQueueFrames,
        (m) => m.txFill[index] ?? 0,
      ),
    ]),
    ...software.queues.map(({ name }, index) =>
      number(
        ["queue", name, "dropped"],
        `frames that found the queue ${name} full in this cycle`,
        ["frame-dropped"],
        ({ queueDropped }) => queueDropped[index] ?? 0,
      ),
    ),
    ...software.queues.flatMap(({ name, capacity }, index) =>
      level(["queue", name], `the queue ${name}`, "queue-fill", capacity, (m) => m.queueFill[index] ?? 0),
    ),
  ];
}

function processor({ machine, software }: Scenario): Word[] {
  const contexts = Array.from({ length: contextTotal(machine) }, (_, context) => context);
  return [
    ...sim_layer_names.flatMap((name, layer) => {
      const inLayer = (moment: Moment, context: number) => {
        const lane = moment.lanes[context];
        return lane !== undefined && isRunning(lane) && lane.layer === layer ? 1 : 0;
      };
      return [
        number(["layer", name, "contexts"], `contexts that run in ${name}`, ["layer"], (m) =>
          sum(contexts.map((context) => inLayer(m, context))),
        ),
        ...contexts.map((context) =>
          number(["context", context, "layer", name], `1 while it runs in ${name}, else 0`, ["layer"], (m) =>
            inLayer(m, context),
          ),
        ),
      ];
    }),
    ...software.threads.flatMap(({ name }, thread) => [
      number(
        ["thread", name, "entered"],
        "handlers of the thread entered in this cycle",
        ["handler-entered"],
        ({ entered }) => entered.get(thread) ?? 0,
      ),
      number(["thread", name, "running"], "1 while the thread runs, else 0", ["layer"], ({ lanes }) =>
        lanes.some((lane) => isRunning(lane) && lane.thread === thread) ? 1 : 0,
      ),
    ]),
  ];
}

const KINDS: readonly SimEventKind[] = ["trap"];

function word(path: Path, meaning: string, read: (moment: Moment) => number | undefined): Word {
  return { path, dimension: NUMBER, meaning, kinds: KINDS, read };
}

const MEANINGS: Readonly<Record<TrapCauseKind, string>> = {
  external: "traps by the PLIC taken in this cycle",
  timer: "traps by a timer (CLINT) taken in this cycle",
  software: "traps by a software interrupt (CLINT) taken in this cycle",
  line: "traps by a line that mline binds taken in this cycle",
  exception: "exceptions in this cycle",
};

/** Words for traps of threads in machine mode (docs/expressions.md). Empty if no thread is in machine mode. */
export function trapWords(scenario: Scenario): readonly Word[] {
  const harts = scenario.software.threads.flatMap((thread) => {
    const context = thread.machineMode ? contextsOf(scenario, thread)[0] : undefined;
    return context === undefined ? [] : [{ name: thread.name, context }];
  });
  if (harts.length === 0) return [];
  const sum = (count: (context: number) => number) =>
    harts.reduce((all, { context }) => all + count(context), 0);
  return [
    word(["traps"], "traps taken in this cycle", ({ traps }) => sum(traps.taken)),
    ...TRAP_CAUSES.map((cause) => word(["trap", cause], MEANINGS[cause], ({ traps }) => traps.count[cause])),
    word(["trap", "returned"], "returns by MRET in this cycle", ({ traps }) => traps.count.returned),
    ...harts.flatMap(({ name, context }) => [
      word(["thread", name, "traps"], "its traps taken in this cycle", ({ traps }) => traps.taken(context)),
      word(["thread", name, "mcause"], "mcause of its trap in this cycle, unsigned", ({ traps }) =>
        traps.mcause(context),
      ),
      word(["thread", name, "ended"], "1 in the cycle in which its program ends, else 0", ({ traps }) =>
        traps.hasEnded(context) ? 1 : 0,
      ),
      {
        ...word(["thread", name, "interruptsOff"], "1 while its MIE is 0, else 0", ({ traps }) =>
          traps.isOpen(context) ? 0 : 1,
        ),
        remembers: true,
      },
    ]),
  ];
}
