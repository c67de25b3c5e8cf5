import { readFileSync } from "node:fs";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";

/** A scenario of the repository, checked, with fields of its top level replaced. */
export function scenarioFile(path: string, change: Partial<Scenario> = {}): Scenario {
  return read(`../../../scenarios/${path}`, change);
}

/** All that can be set of core, caches and devices, on one machine. */
export const everything = (change: Partial<Scenario> = {}): Scenario =>
  read("../../fixtures/scenarios/everything.json", change);

function read(path: string, change: Partial<Scenario>): Scenario {
  const url = new URL(path, import.meta.url);
  const parsed = parseScenario(JSON.parse(readFileSync(url, "utf8")));
  if (!parsed.ok) throw new Error(`${path}: ${JSON.stringify(parsed.errors)}`);
  return { ...parsed.scenario, ...change };
}

export const receiveThreeContexts = (change: Partial<Scenario> = {}): Scenario =>
  scenarioFile("papers/000-receive-three-contexts.json", change);

/** An ideal wire and frames twice as fast as they can be handled: the ring is full most of the time. */
export function overflowing(change: Partial<Scenario> = {}): Scenario {
  const scenario = scenarioFile("demos/ring-overflow.json", change);
  const traffic = scenario.traffic.map((entry) =>
    entry.kind === "poisson" ? { ...entry, rate: { framesPerSecond: 180_000 } } : entry,
  );
  const nics = scenario.machine.nics.map((nic) => ({ ...nic, lineRateBitPerSecond: "ideal" as const }));
  return { ...scenario, machine: { ...scenario.machine, nics }, traffic };
}
