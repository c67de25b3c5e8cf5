/** A lab of one step for tests: its machines by id, and the step without id and title. */
import { type Lab, parseLab } from "../../lib/labs/lab.ts";

export function oneStepLab(
  id: string,
  machines: Readonly<Record<string, object>>,
  step: object,
  vary: readonly object[] = [],
): Lab {
  const result = parseLab({
    format: "irqscope-lab",
    version: 2,
    id,
    title: id,
    summary: `${id}.`,
    minutes: 30,
    vary,
    machines: Object.fromEntries(
      Object.entries(machines).map(([title, scenario]) => [title, { title, scenario }]),
    ),
    steps: [{ id: "write", title: "Write", ...step }],
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.lab;
}
