/** Where scenarios come from: the address, the list, a file. Each answers with one readable error. */
import { BUILTIN_SCENARIOS, builtinScenario, DEFAULT_SCENARIO_ID } from "../../scenarios/index.ts";
import { decodeLink, type LinkPosition } from "../../scenarios/schema/link.ts";
import { type ParseResult, parseScenario } from "../../scenarios/schema/parse.ts";
import type { Scenario } from "../../scenarios/schema/schema.ts";
import type { StoredScenario } from "../state/preferences.ts";
import type { Session } from "../state/session.ts";
import type { Position, ScenarioOrigin } from "../state/store.ts";

export type Opened =
  | {
      readonly ok: true;
      readonly scenario: Scenario;
      readonly origin: ScenarioOrigin;
      readonly position?: Position;
    }
  | { readonly ok: false; readonly message: string };

export async function openBuiltin(id: string): Promise<Opened> {
  const builtin = builtinScenario(id);
  if (builtin === undefined) {
    return {
      ok: false,
      message: `There is no scenario "${id}"; known: ${BUILTIN_SCENARIOS.map((one) => one.id).join(", ")}.`,
    };
  }
  try {
    const { cycle, fromCycle, toCycle } = builtin.opening;
    const position = { cycle, startCycle: fromCycle, visibleCycles: toCycle - fromCycle };
    const result = opened(await builtin.load(), { kind: "bundled", id }, builtin.name);
    return result.ok ? { ...result, position } : result;
  } catch {
    return { ok: false, message: `${builtin.name} could not be loaded: is the server still there?` };
  }
}

export function openLink(hash: string): Opened {
  const link = decodeLink(hash);
  if (!link.ok) return { ok: false, message: `This link does not open: ${link.message}.` };
  const position = positionOf(link.position, link.scenario);
  const origin: ScenarioOrigin = { kind: "link" };
  return position === undefined
    ? { ok: true, scenario: link.scenario, origin }
    : { ok: true, scenario: link.scenario, origin, position };
}

export function opened(result: ParseResult, origin: ScenarioOrigin, name: string): Opened {
  if (result.ok) return { ok: true, scenario: result.scenario, origin };
  const [first, ...more] = result.errors;
  const rest = more.length === 0 ? "" : ` (and ${more.length} more)`;
  return {
    ok: false,
    message: `${name}: ${first?.field ?? "scenario"} ${first?.message ?? "is not valid"}${rest}.`,
  };
}

function positionOf({ cycle, zoom }: LinkPosition, scenario: Scenario): Position | undefined {
  if (cycle === undefined && zoom === undefined) return undefined;
  const from = zoom?.from ?? 0;
  return {
    cycle: cycle ?? from,
    startCycle: from,
    visibleCycles: (zoom?.to ?? scenario.runCycles) - from,
  };
}

export async function run(session: Session, result: Opened): Promise<boolean> {
  if (!result.ok) {
    session.actions.notify("error", result.message);
    return false;
  }
  session.actions.dismissNotice();
  return session.actions.loadScenario(result.scenario, result.origin, result.position);
}

/** The address first; after a reload what was open before it, where it was; else the default. */
export async function openFirst(session: Session, hash: string, reloaded: boolean): Promise<void> {
  const first = hash.includes("s=") ? openLink(hash) : reloaded ? await openLast(session) : undefined;
  if (first?.ok && (await run(session, first))) return;
  await run(session, await openBuiltin(DEFAULT_SCENARIO_ID));
  if (first !== undefined && !first.ok) session.actions.notify("error", first.message);
}

async function openLast(session: Session): Promise<Opened | undefined> {
  const last = session.lastScenario();
  if (last === undefined) return undefined;
  const opened = last.origin.kind === "bundled" ? await openBuiltin(last.origin.id) : openStored(last);
  const position = session.lastPosition();
  return opened?.ok && position !== undefined ? { ...opened, position } : opened;
}

function openStored({ origin, scenario }: StoredScenario): Opened | undefined {
  const parsed = parseScenario(scenario);
  return parsed.ok ? { ok: true, scenario: parsed.scenario, origin } : undefined;
}
