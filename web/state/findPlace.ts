/** Where something comes true in the run, without moving the playhead. */
import type { EngineClient, SeekAnswer } from "../engine/client.ts";
import type { SeekTarget, StopKind } from "../engine/protocol.ts";

/** The number-th event (or condition that comes true) behind a cycle. */
export interface PlaceSought {
  readonly of: { readonly event: StopKind } | { readonly when: string };
  readonly number: number;
  readonly afterCycle: number;
}

/** The page asks the engine for pictures at the same time: a question that such a one has replaced is asked again. */
const TRIES = 20;

/** The machine at a cycle, with what happened on a short way there; the playhead stays. Undefined: no answer. */
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

/** The machine stands right after it. Undefined: there is none. */
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
