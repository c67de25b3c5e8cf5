/** Rarely used requests of the page, in one script that is loaded then: places of the run, words for a search without
 * result, and the warm-up. */
import type { EngineClient, SeekAnswer } from "../engine/client.ts";
import type { SeekTarget, StopKind } from "../engine/protocol.ts";
import { type Label, t } from "../text/t.ts";

export { setWarmUp } from "./warmUp.ts";

/** The number-th event after a cycle, or the number-th time that a condition becomes true. */
export interface PlaceSought {
  readonly of: { readonly event: StopKind } | { readonly when: string };
  readonly number: number;
  readonly afterCycle: number;
}

/** The page requests views at the same time. A question that such a request has replaced is sent again, up to this many
 * times. */
const TRIES = 20;

/** The machine at a cycle, with the events since a nearby earlier cycle. The playhead stays. Undefined if there is no
 * answer.
 */
export async function lookAt(
  client: Pick<EngineClient, "seek">,
  from: number,
  cycle: number,
): Promise<SeekAnswer | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const outcome = await client.seek(from, { kind: "cycle", cycle }, true);
    if (outcome.status === "ok") return outcome.value;
    if (outcome.status === "failed") return undefined;
  }
  return undefined;
}

/** The cycle right after the place. Undefined if there is none. */
export async function findPlace(
  client: Pick<EngineClient, "seek">,
  { of, number, afterCycle }: PlaceSought,
): Promise<number | undefined> {
  const target: SeekTarget =
    "event" in of
      ? { kind: "next", stop: of.event }
      : { kind: "condition", condition: of.when, direction: 1 };
  let at = afterCycle;
  for (let found = 0, tries = 0; found < number && tries < TRIES + number; tries += 1) {
    const outcome = await client.seek(at, target);
    if (outcome.status === "failed") return undefined;
    if (outcome.status !== "ok") continue;
    if (!outcome.value.found) return undefined;
    at = outcome.value.view.cycle;
    found += 1;
  }
  return at > afterCycle ? at : undefined;
}

const NONE: Readonly<Record<StopKind, readonly [after: Label, before: Label]>> = {
  recognised: ["No interrupt between here and the end of the run.", "No interrupt before this cycle."],
  "context-switch": [
    "No context switch between here and the end of the run.",
    "No context switch before this cycle.",
  ],
  "frame-dropped": ["No loss between here and the end of the run.", "No loss before this cycle."],
  "frame-delivered": ["No delivery between here and the end of the run.", "No delivery before this cycle."],
  "frame-offered": ["No arrival between here and the end of the run.", "No arrival before this cycle."],
  "handler-entered": [
    "No handler entry between here and the end of the run.",
    "No handler entry before this cycle.",
  ],
  retired: ["No instruction between here and the end of the run.", "No instruction before this cycle."],
  "any-event": ["No event between here and the end of the run.", "No event before this cycle."],
};

export function notFoundText(stop: StopKind, direction: 1 | -1): string {
  const [after, before] = NONE[stop];
  return t(direction > 0 ? after : before);
}
