/** A scenario as a machine for the core of the program that asks. */
import { createHash } from "node:crypto";
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import { tallyBytes } from "../../core-wasm/binding/results.ts";
import { tallyCounts } from "../../lib/metrics/toldApart.ts";
import { warningsOf } from "../../scenarios/check/warnings.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { textOfBytes } from "../bytesText.ts";
import { InputError } from "../command.ts";
import { machineBytes } from "../compiledFile.ts";
import { complaintsOf, loadScenario, STANDARD_INPUT } from "../load.ts";
import { withSettings } from "../settings.ts";
import { wholeText } from "../wholeScenario.ts";
import type { KeptScenarios } from "./keptScenarios.ts";
import type { OpenRequest } from "./requests.ts";

/** Of a scenario that is no file, in errors. */
const OBJECT = "scenario";

export async function openedAnswer(
  core: CoreModule,
  kept: KeptScenarios,
  request: OpenRequest,
): Promise<object> {
  process.chdir(request.folder);
  const { subject = OBJECT, settings, seed } = request;
  const loaded = withSettings(await loadedOf(request), settings);
  const scenario: Scenario = { ...loaded, seed: seed ?? loaded.seed };
  const { record, pages } = machineBytes(core, subject, scenario);
  const { hash, packed } = kept.add(scenario);
  return {
    scenario: hash,
    packed,
    config: textOfBytes(record.config),
    traffic: trafficIn(record.traffic, request.has),
    pages,
    more: tallyBytes(tallyCounts(scenario)),
    name: scenario.name,
    seed: scenario.seed,
    runCycles: scenario.runCycles,
    clockHertz: scenario.machine.clockHertz,
    warnings: warningsOf(scenario),
  };
}

async function loadedOf({ subject, scenario }: OpenRequest): Promise<Scenario> {
  if (subject === STANDARD_INPUT) throw new InputError({ subject, reason: "is no file here" });
  if (subject !== undefined) return loadScenario(subject);
  const parsed = parseScenario(await wholeText(STANDARD_INPUT, JSON.stringify(scenario ?? null)));
  if (parsed.ok) return parsed.scenario;
  throw new InputError(...complaintsOf(OBJECT, parsed));
}

/** `known`: names of what the program holds already. */
function trafficIn(bytes: Uint8Array, known: readonly string[]): object | null {
  if (bytes.length === 0) return null;
  const name = createHash("sha256").update(bytes).digest("hex");
  return known.includes(name) ? { name } : { name, bytes: textOfBytes(bytes) };
}
