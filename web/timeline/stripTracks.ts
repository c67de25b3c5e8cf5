/** What the strip of a phone shows: the time of the processors by layer, the ring, and what else loses frames or holds them, and a
 * button's presses. */
import { laneOrder } from "./laneOrder.ts";
import type { Track, WishedTrack } from "./layout.ts";
import type { StaticSpec } from "./spec.ts";
import { trackType } from "./tracks/index.ts";

/** More lanes leave no room for the ring: all cores are one track. */
const LANE_LIMIT = 2;

export function stripTracks(spec: StaticSpec): readonly WishedTrack[] {
  const { textScale } = spec.frame;
  return wishesAtSize(spec).map((wish) => ({
    ...wish,
    least: wish.least * textScale,
    natural: wish.natural * textScale,
    most: wish.most * textScale,
  }));
}

function wishesAtSize({ machine, window }: StaticSpec): readonly WishedTrack[] {
  const { nics, queues, sends, letsGo, cpus, contexts } = machine;
  const cores: readonly WishedTrack[] =
    cpus === 1
      ? [{ kind: "cpu", index: 0, least: 30, natural: 54, most: 72 }]
      : contexts.length > LANE_LIMIT
        ? [{ kind: "cores", index: 0, least: 30, natural: 54, most: 72 }]
        : laneOrder(contexts).map(({ context }) => ({
            kind: "lane",
            index: context,
            least: 28,
            natural: 28,
            most: 40,
          }));
  const rings = nics.map((_, index) => ({ kind: "rx", index }) as const);
  const others = [
    ...queues.map((_, index) => ({ kind: "queue", index }) as const),
    ...(sends ? nics.map((_, index) => ({ kind: "tx", index }) as const) : []),
    ...(letsGo ? [{ kind: "software", index: 0 } as const] : []),
  ];
  /** The one that loses most, or the first. */
  const worst = (of: readonly Pick<Track, "kind" | "index">[]) =>
    of.toSorted((a, b) => lossesIn(window, b) - lossesIn(window, a))[0];
  const [ring, other] = [worst(rings), worst(others)];
  const presses = trackType({ kind: "press" })?.places(machine) ?? [];
  const button = worst(presses.map(({ index }) => ({ kind: "press", index })));
  return [
    ...cores,
    ...(ring === undefined ? [] : [{ ...ring, least: 30, natural: 60, most: 90 }]),
    ...(other === undefined ? [] : [{ ...other, least: 30, natural: 40, most: 60 }]),
    ...(button === undefined ? [] : [{ ...button, least: 18, natural: 18, most: 24 }]),
  ];
}

function lossesIn(window: StaticSpec["window"], track: Pick<Track, "kind" | "index">): number {
  const lost = window && trackType(track)?.losses?.(window, track.index);
  return lost?.count.reduce((sum, count) => sum + count, 0) ?? 0;
}
