/** The studies that come with irqscope. Each is loaded when it is asked for. */
interface BuiltinStudy {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** JSON, not parsed yet. */
  readonly load: () => Promise<unknown>;
}

interface JsonModule {
  readonly default: unknown;
}

const from = (module: () => Promise<JsonModule>) => async () => (await module()).default;

export const BUILTIN_STUDIES: readonly BuiltinStudy[] = [
  {
    id: "contexts-ring-rate",
    title: "Contexts, ring and rate",
    summary: "How many contexts, how deep a ring, at which rate: 36 points on the same traffic.",
    load: from(() => import("./contexts-ring-rate.study.json")),
  },
  {
    id: "overload-contexts",
    title: "One or three contexts under overload",
    summary: "One context or three under overload: seeds until each loss is known to one percent.",
    load: from(() => import("./overload-contexts.study.json")),
  },
];

export function builtinStudy(id: string): BuiltinStudy | undefined {
  return BUILTIN_STUDIES.find((study) => study.id === id);
}
