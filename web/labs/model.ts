/** The version of the machine's rules, as the machine itself tells it. */
import { parseScenario } from "../../scenarios/read/parse.ts";
import type { MachinePool } from "../engine/machinePool.ts";

/** Nothing in it happens; it costs a few milliseconds. */
const SMALLEST = { format: "irqscope-scenario", version: 1, name: "version", runCycles: 1 };

export async function modelOf(machines: MachinePool): Promise<string> {
  const parsed = parseScenario(SMALLEST);
  if (!parsed.ok) throw new Error(`${parsed.errors[0]?.field}: ${parsed.errors[0]?.message}`);
  return (await machines.run(parsed.scenario, 0)).model;
}
