import type { EngineClient } from "../engine/client.ts";

/** The engine runs for the first picture alone until that is drawn: the run ahead would take a core from what draws it,
 * and tell its progress between two steps of React. */
export function aheadOnceDrawn(client: EngineClient, drawn: Promise<unknown>): EngineClient {
  return { ...client, runAhead: (on) => void drawn.then(() => client.runAhead(on)) };
}
