/** The best known designs of a lab, in a file of their own beside the tests. Programs are assembled words. */
import { z } from "zod";
import { registerNumber } from "../assembler/registers.ts";
import type { LabBench } from "./bench.ts";
import type { Change } from "./changes.ts";
import type { LabStep } from "./lab.ts";
import { chosenIn } from "./machines.ts";
import { changesSchema } from "./progress.ts";

const bestDesignsSchema = z.looseObject({
  /** By step. */
  designs: z.record(z.string(), changesSchema).default({}),
  /** By step: one for each value that the variant can have for the entry of `vary` which the task's leader names. */
  variants: z.record(z.string(), z.array(changesSchema)).optional(),
});

export type BestDesigns = z.output<typeof bestDesignsSchema>;

/** Undefined if the value is something else. */
export function bestDesignsOf(value: unknown): BestDesigns | undefined {
  return bestDesignsSchema.safeParse(value).data;
}

/** The best known design of a step in a variant. A step from which another one starts may have the design of that one. */
export function bestDesign(
  { designs, variants }: BestDesigns,
  bench: LabBench,
  step: LabStep,
): readonly Change[] | undefined {
  const leader = step.task?.figure?.leader;
  const chosen = typeof leader === "object" ? chosenIn(bench.lab, leader.vary, bench) : undefined;
  const next = bench.lab.steps.find(({ task }) => task?.startsFrom?.step === step.id && !task.startsFrom.lab);
  const design =
    (chosen === undefined ? undefined : variants?.[step.id]?.[chosen]) ??
    designs[step.id] ??
    designs[next?.id ?? ""];
  return design?.map(({ field, value }) => ({
    field,
    value: typeof value === "string" ? withChosen(value, bench) : value,
  }));
}

/** `{{NAME}}` stands for a word that the seed chooses, and for the number of a register. */
function withChosen(text: string, { chosen }: LabBench): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const word = chosen.get(name);
    return String(typeof word === "string" ? (registerNumber(word) ?? word) : word);
  });
}
