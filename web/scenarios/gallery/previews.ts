/** Timeline strips for the cards of the gallery. A separate engine runs one machine after the other to the cycle at
 * which it opens. Loaded and closed with the gallery; drawn strips are kept for the visit. */

import type { Scenario } from "../../../scenarios/format/schema.ts";
import { contextTotal } from "../../../scenarios/software/contexts.ts";
import { createEngineClient, type EngineClient } from "../../engine/client.ts";
import { createWorkerPort, type EnginePort } from "../../engine/port.ts";
import type { FillData, LossData, TimelineWindow } from "../../engine/protocol.ts";
import { LAYERS, RUN_STATE_READY } from "../../timeline/layers.ts";
import { visibleSpans } from "../../timeline/spans.ts";

export const STRIP_WIDTH = 264;
export const STRIP_HEIGHT = 34;
/** Height below the lanes for the fill of the most interesting store. */
const STORE_HEIGHT = 12;
const STORE_GAP = 2;
const LANES_HEIGHT = STRIP_HEIGHT - STORE_HEIGHT - STORE_GAP;
/** More lanes would be too narrow to distinguish. */
const LANE_LIMIT = 4;
/** A machine that takes longer to reach its cycle has no strip. */
const CYCLE_LIMIT = 30_000_000;

export interface Cycles {
  readonly from: number;
  readonly to: number;
}

export interface Previews {
  /** Undefined if there is no strip, which the gallery does not need. A strip that is no longer wanted when its turn
   * comes does not delay the others. */
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

/** A strip of the timeline small enough for a card of the gallery: which layer ran when on each context. */
/** An SVG path of the times in which a layer ran. */
export interface StripPath {
  readonly layer: string;
  readonly path: string;
}

interface StripShape {
  readonly widthPx: number;
  readonly laneHeightPx: number;
  readonly gapPx: number;
}

/** The store to draw: the first that loses something, otherwise the fullest one. Undefined if all are empty. */
function storeOf({
  rxFill,
  queueFill,
  losses,
}: TimelineWindow): { readonly fill: FillData; readonly lost: LossData | undefined } | undefined {
  const stores = [
    ...rxFill.map((fill, index) => ({ fill, lost: losses.rx[index] })),
    ...queueFill.map((fill, index) => ({ fill, lost: losses.queue[index] })),
  ].map((store) => ({ ...store, most: Math.max(0, ...store.fill.maximum) / store.fill.capacity }));
  const losing = stores.find(({ lost }) => lost !== undefined && lost.at.length > 0);
  const fullest = stores.toSorted((a, b) => b.most - a.most)[0];
  return losing ?? (fullest === undefined || fullest.most === 0 ? undefined : fullest);
}

/** The fill of the store as an area below the lanes, and a tick across all lanes for each loss. */
function storePaths(
  window: TimelineWindow,
  {
    widthPx,
    topPx,
    heightPx,
  }: { readonly widthPx: number; readonly topPx: number; readonly heightPx: number },
): readonly StripPath[] {
  const store = storeOf(window);
  if (store === undefined) return [];
  const { fill, lost } = store;
  const bottom = topPx + heightPx;
  const columnPx = widthPx / fill.maximum.length;
  const points = Array.from(fill.maximum, (value, index) => {
    const y = bottom - (heightPx * Math.min(fill.capacity, Math.max(0, value))) / fill.capacity;
    return `H${(index * columnPx).toFixed(1)}V${y.toFixed(1)}`;
  });
  const cyclesPerPx = (window.to - window.from) / widthPx;
  const ticks = Array.from(lost?.at ?? [], (at) => `M${(at / cyclesPerPx).toFixed(1)} 0h2v${bottom}h-2z`);
  const area = { layer: "fill", path: `M0 ${bottom}${points.join("")}H${widthPx}V${bottom}z` };
  return ticks.length === 0 ? [area] : [area, { layer: "loss", path: ticks.join("") }];
}

/** Contexts below each other, the first on top. */
export function stripPaths(
  window: TimelineWindow,
  contexts: readonly number[],
  { widthPx, laneHeightPx, gapPx }: StripShape,
): readonly StripPath[] {
  const { from, to } = window;
  const cyclesPerPx = (to - from) / widthPx;
  const paths = new Map<string, string>();
  for (const [lane, context] of contexts.entries()) {
    const top = lane * (laneHeightPx + gapPx);
    for (const span of visibleSpans(window, context, { startCycle: from, cyclesPerPx, widthPx })) {
      if (span.runState === RUN_STATE_READY) continue;
      const layer = LAYERS[span.layer]?.name;
      if (layer === undefined) continue;
      const x = Math.max(0, (span.fromCycle - from) / cyclesPerPx);
      const end = Math.min(widthPx, (span.toCycle - from) / cyclesPerPx);
      const box = `M${x.toFixed(1)} ${top}H${end.toFixed(1)}v${laneHeightPx}H${x.toFixed(1)}z`;
      paths.set(layer, (paths.get(layer) ?? "") + box);
    }
  }
  return Array.from(paths, ([layer, path]) => ({ layer, path }));
}
