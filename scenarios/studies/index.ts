/** The studies that come with irqscope. Each is loaded when it is asked for. */

/** One run: its seed, the hash of the machine's last state, and a value for each metric. */
type StoredRun = readonly (number | string | null)[];

/** The results of a built-in study. `tools/storedStudies.mjs` writes them. */
export interface StoredRows {
  readonly studyHash: string;
  /** Version of irqscope that ran the study. */
  readonly program: string;
  /** Version of the rules of the machine. */
  readonly model: string;
  /** The command that gives the same rows. */
  readonly command: string;
  /** Length of each run. */
  readonly cycles: number;
  readonly metrics: readonly string[];
  /** In the order of the study's points: the runs of each. */
  readonly points: readonly (readonly StoredRun[])[];
}

interface BuiltinStudy {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** JSON that has not been parsed yet. */
  readonly load: () => Promise<unknown>;
  readonly rows: () => Promise<StoredRows>;
}

interface JsonModule<T> {
  readonly default: T;
}

const from =
  <T>(module: () => Promise<JsonModule<T>>) =>
  async () =>
    (await module()).default;

export const BUILTIN_STUDIES: readonly BuiltinStudy[] = [
  {
    id: "contexts-ring-rate",
    title: "Contexts, ring and rate",
    summary: "How many contexts, how deep a ring, at which rate: 36 points on the same traffic.",
    load: from<unknown>(() => import("./contexts-ring-rate.study.json")),
    rows: from<StoredRows>(() => import("./contexts-ring-rate.rows.json")),
  },
  {
    id: "overload-contexts",
    title: "One or three contexts under overload",
    summary: "One context or three under overload: seeds until each loss is known to one percent.",
    load: from<unknown>(() => import("./overload-contexts.study.json")),
    rows: from<StoredRows>(() => import("./overload-contexts.rows.json")),
  },
  {
    id: "queue-wait",
    title: "Random arrivals at one server",
    summary: "How long a packet stays with one server, at 9 loads: beside the formula of M/D/1.",
    load: from<unknown>(() => import("./queue-wait.study.json")),
    rows: from<StoredRows>(() => import("./queue-wait.rows.json")),
  },
  {
    id: "queue-loss",
    title: "A ring with few slots",
    summary: "How many packets a ring of 1 to 8 slots loses: beside the formula of M/D/1/K.",
    load: from<unknown>(() => import("./queue-loss.study.json")),
    rows: from<StoredRows>(() => import("./queue-loss.rows.json")),
  },
  {
    id: "interrupt-per-packet",
    title: "An interrupt for each packet",
    summary: "Receive livelock at 13 rates: beside its formula.",
    load: from<unknown>(() => import("./interrupt-per-packet.study.json")),
    rows: from<StoredRows>(() => import("./interrupt-per-packet.rows.json")),
  },
  {
    id: "interrupts-merged",
    title: "Interrupts that merge",
    summary: "Packets that come during an interrupt need none of their own, at 10 rates: beside its formula.",
    load: from<unknown>(() => import("./interrupts-merged.study.json")),
    rows: from<StoredRows>(() => import("./interrupts-merged.rows.json")),
  },
  {
    id: "interrupt-timer",
    title: "A timer that collects packets",
    summary: "Interrupts with a timer of 100 us, at 8 rates: beside its formula.",
    load: from<unknown>(() => import("./interrupt-timer.study.json")),
    rows: from<StoredRows>(() => import("./interrupt-timer.rows.json")),
  },
];

export function builtinStudy(id: string): BuiltinStudy | undefined {
  return BUILTIN_STUDIES.find((study) => study.id === id);
}
