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
];

export function builtinStudy(id: string): BuiltinStudy | undefined {
  return BUILTIN_STUDIES.find((study) => study.id === id);
}
