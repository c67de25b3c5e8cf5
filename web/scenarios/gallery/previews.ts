/** Strips of timeline for the cards of the gallery, from an engine of their own: one machine after the other is run to
 * where it opens. Loaded and closed with the gallery; what was drawn is kept for the visit. */

import type { Scenario } from "../../../scenarios/format/schema.ts";
import { contextTotal } from "../../../scenarios/software/contexts.ts";
import { createEngineClient, type EngineClient } from "../../engine/client.ts";
import { createWorkerPort, type EnginePort } from "../../engine/port.ts";
import { type StripPath, type StripShape, storePaths, stripPaths } from "./strip.ts";

export const STRIP_WIDTH = 264;
export const STRIP_HEIGHT = 34;
/** Below the lanes: what the store of most interest holds. */
const STORE_HEIGHT = 12;
const STORE_GAP = 2;
const LANES_HEIGHT = STRIP_HEIGHT - STORE_HEIGHT - STORE_GAP;
/** More lanes are not told apart. */
const LANE_LIMIT = 4;
/** A machine that needs more than a moment to get there has no strip. */
const CYCLE_LIMIT = 30_000_000;

export interface Cycles {
  readonly from: number;
  readonly to: number;
}

export interface Previews {
  /** undefined: there is none; the gallery does without. One that is no longer wanted when its turn comes keeps no other
   * waiting. */
  readonly strip: (
    scenario: Scenario,
    cycles: Cycles,
    isWanted?: () => boolean,
  ) => Promise<readonly StripPath[] | undefined>;
  readonly close: () => void;
}

const drawn = new WeakMap<Scenario, readonly StripPath[]>();

function stripShape(scenario: Scenario): StripShape & { readonly lanes: number } {
  const lanes = Math.min(LANE_LIMIT, contextTotal(scenario.machine));
  const gapPx = lanes === 1 ? 0 : 2;
  return { lanes, widthPx: STRIP_WIDTH, gapPx, laneHeightPx: (LANES_HEIGHT - gapPx * (lanes - 1)) / lanes };
}

export function createPreviews(open: () => EnginePort = createWorkerPort): Previews {
  let client: EngineClient | undefined;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();

  async function draw(scenario: Scenario, { from, to }: Cycles): Promise<readonly StripPath[] | undefined> {
    if (closed || to > CYCLE_LIMIT) return undefined;
    client ??= createEngineClient(open());
    const loaded = await client.load(scenario);
    if (loaded.status !== "ok") return undefined;
    const end = Math.min(to, loaded.value.endCycle);
    const there = await client.seek(0, { kind: "cycle", cycle: end });
    if (there.status !== "ok") return undefined;
    const answer = await client.window({ from, to: end, columns: STRIP_WIDTH, patient: true });
    if (answer.status !== "ok") return undefined;
    const { lanes, ...shape } = stripShape(scenario);
    const contexts = Array.from({ length: lanes }, (_, context) => context);
    const store = { widthPx: STRIP_WIDTH, topPx: LANES_HEIGHT + STORE_GAP, heightPx: STORE_HEIGHT };
    return [...stripPaths(answer.value, contexts, shape), ...storePaths(answer.value, store)];
  }

  return {
    strip: (scenario, cycles, isWanted = () => true) => {
      const known = drawn.get(scenario);
      if (known !== undefined) return Promise.resolve(known);
      const mine = last.then(() => (isWanted() ? draw(scenario, cycles) : undefined));
      last = mine;
      void mine.then((paths) => paths !== undefined && drawn.set(scenario, paths));
      return mine;
    },
    close: () => {
      closed = true;
      client?.close();
      client = undefined;
    },
  };
}
