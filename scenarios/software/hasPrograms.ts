import type { Scenario } from "../format/schema.ts";

export function hasPrograms({ software }: Pick<Scenario, "software">): boolean {
  return software.routines.some(({ kind }) => kind === "program");
}
