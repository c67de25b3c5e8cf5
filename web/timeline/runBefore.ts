/** What is drawn of the run before the last change. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { TimelineWindow } from "../engine/protocol.ts";
import type { RunBefore } from "../state/live.ts";
import type { Viewport } from "../state/viewport.ts";
import { windowToDraw } from "./coarse.ts";

/** Undefined where there is none, or where it had other cards and queues: their tracks would be others'. */
export function windowBefore(
  before: RunBefore | undefined,
  scenario: Scenario | undefined,
  viewport: Viewport,
): TimelineWindow | undefined {
  if (before === undefined || scenario === undefined) return undefined;
  if (storesOf(before.scenario) !== storesOf(scenario)) return undefined;
  return windowToDraw(before.window, before.coarse, viewport);
}

const known = new WeakMap<Scenario, string>();

function storesOf(scenario: Scenario): string {
  const found = known.get(scenario);
  if (found !== undefined) return found;
  const { machine, software } = scenario;
  const text = JSON.stringify([machine.nics, software.queues].map((list) => list.map(({ name }) => name)));
  known.set(scenario, text);
  return text;
}
