import type { EngineClient } from "../engine/client.ts";

/** Until the first picture is drawn, the engine runs only for it. Running ahead would take a processor core from the
 * drawing, and send progress messages between two steps of React. */
export function aheadOnceDrawn(client: EngineClient, drawn: Promise<unknown>): EngineClient {
  return { ...client, runAhead: (on) => void drawn.then(() => client.runAhead(on)) };
}
