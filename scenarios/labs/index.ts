/** The labs of the course, in its order. Each is loaded when it is opened. */
export interface BuiltinLab {
  readonly id: string;
  readonly title: string;
  readonly minutes: number;
  readonly summary: string;
  /** The lab and its text, as they stand in their files. */
  readonly load: () => Promise<{ readonly lab: unknown; readonly text: string }>;
}

interface LabModule {
  readonly default: unknown;
}
interface TextModule {
  readonly default: string;
}

const from =
  (lab: () => Promise<LabModule>, text: () => Promise<TextModule>): BuiltinLab["load"] =>
  async () => {
    const [labFile, textFile] = await Promise.all([lab(), text()]);
    return { lab: labFile.default, text: textFile.default };
  };

export const BUILTIN_LABS: readonly BuiltinLab[] = [
  {
    id: "interrupt-cost",
    title: "What an interrupt costs",
    minutes: 40,
    summary: "Follow one interrupt through the pipeline, cycle by cycle, and find where its time goes.",
    load: from(
      () => import("./interrupt-cost/lab.json"),
      () => import("./interrupt-cost/text.md?raw"),
    ),
  },
];

export function builtinLab(id: string): BuiltinLab | undefined {
  return BUILTIN_LABS.find((lab) => lab.id === id);
}
