/** What a seed draws in a scenario. */
import type { Scenario } from "../../scenarios/format/schema.ts";

export function isResampled({ traffic }: Pick<Scenario, "traffic">): boolean {
  return traffic.some((one) => one.kind === "trace" && one.resample !== undefined);
}

export function isRecorded({ traffic }: Pick<Scenario, "traffic">): boolean {
  return traffic.some(({ kind }) => kind === "trace");
}

/** What is another with each seed. */
export type Drawn = "traffic" | "samples of a capture" | "instructions";

export function drawnBySeeds(scenario: Pick<Scenario, "traffic" | "software">): readonly Drawn[] {
  const isDrawn = (one: Scenario["traffic"][number]) =>
    one.kind === "poisson" ||
    (one.kind === "constant" && (typeof one.sizeBytes !== "number" || one.flows > 1));
  return [
    ...(scenario.traffic.some(isDrawn) ? (["traffic"] as const) : []),
    ...(isResampled(scenario) ? (["samples of a capture"] as const) : []),
    ...(drawsBodies(scenario) ? (["instructions"] as const) : []),
  ];
}

/** A seed is another program, too: generated bodies. Routines of kind cycles have them for show. */
export function drawsBodies({ software }: Pick<Scenario, "software">): boolean {
  return software.routines.some(({ kind }) => kind === "instructions");
}
