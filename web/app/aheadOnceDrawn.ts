import type { EngineClient } from "../engine/client.ts";

/** The engine runs only for the first picture until that is drawn. Running ahead would take a core from the drawing,
 * and send progress messages between two steps of React. */
export function aheadOnceDrawn(client: EngineClient, drawn: Promise<unknown>): EngineClient {
  return { ...client, runAhead: (on) => void drawn.then(() => client.runAhead(on)) };
}
