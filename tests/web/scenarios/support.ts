import { readFileSync } from "node:fs";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { writtenScenario } from "../../support/writtenScenario.ts";

const EVERYTHING = new URL("../../fixtures/scenarios/everything.json", import.meta.url);

/** A scenario of the repository, checked, with fields of its top level replaced. */
export function scenarioFile(path: string, change: Partial<Scenario> = {}): Scenario {
  return checked(path, writtenScenario(path.replace(/^(?:demos|papers)\/|\.json$/g, "")), change);
}

/** All settings of core, caches and devices on one machine. */
export const everything = (change: Partial<Scenario> = {}): Scenario =>
  checked("everything", JSON.parse(readFileSync(EVERYTHING, "utf8")), change);

function checked(path: string, value: unknown, change: Partial<Scenario>): Scenario {
  const parsed = parseScenario(value);
  if (!parsed.ok) throw new Error(`${path}: ${JSON.stringify(parsed.errors)}`);
  return { ...parsed.scenario, ...change };
}

export const receiveThreeContexts = (change: Partial<Scenario> = {}): Scenario =>
  scenarioFile("papers/000-receive-three-contexts.json", change);

/** An ideal wire and frames twice as fast as software handles them, so that the ring is usually full. */
export function overflowing(change: Partial<Scenario> = {}): Scenario {
  const scenario = scenarioFile("demos/ring-overflow.json", change);
  const traffic = scenario.traffic.map((entry) =>
    entry.kind === "poisson" ? { ...entry, rate: { framesPerSecond: 180_000 } } : entry,
  );
  const nics = scenario.machine.nics.map((nic) => ({ ...nic, lineRateBitPerSecond: "ideal" as const }));
  return { ...scenario, machine: { ...scenario.machine, nics }, traffic };
}
