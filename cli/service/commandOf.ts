/** The command that gives what a program has asked for again. */
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import type { Window } from "../../lib/export/walk.ts";
import type { RunOrigin } from "../../lib/origin.ts";
import { runOrigin } from "../../lib/runOrigin.ts";
import { commandText } from "../commandText.ts";
import { STANDARD_INPUT } from "../load.ts";
import type { KnownScenario } from "./keptScenarios.ts";
import type { OpenedRequest } from "./requests.ts";

/** `more`: options that the run itself has not. */
export function commandOf(
  verb: string,
  { cycle, origin: { subject = STANDARD_INPUT, settings, seed } }: OpenedRequest,
  { runCycles }: KnownScenario,
  more: Readonly<Record<string, string | undefined>>,
): string {
  return commandText(verb, [subject], {
    set: settings,
    ...(cycle === runCycles ? {} : { cycles: String(cycle) }),
    ...(seed === undefined ? {} : { seed: String(seed) }),
    ...more,
  });
}

/** `window`: left out of the command where it is the whole run. */
export function runAgainOrigin(
  core: CoreModule,
  verb: string,
  request: OpenedRequest & Window,
  known: KnownScenario,
  more: Readonly<Record<string, string | undefined>> = {},
): RunOrigin {
  const { from, to, cycle } = request;
  const window = from === 0 && to === cycle ? {} : { window: `${from}..${to}` };
  return runOrigin(core, known.scenario, commandOf(verb, request, known, { ...window, ...more }));
}
