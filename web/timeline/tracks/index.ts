/** Every kind of track, in their order from top to bottom. */
import type { Facts } from "../spans.ts";
import type { MachineLabels } from "../spec.ts";
import { bus } from "./bus.ts";
import { cores } from "./cores.ts";
import { cpu } from "./cpu.ts";
import { dma } from "./dma.ts";
import { interrupts } from "./interrupts.ts";
import { ipc } from "./ipc.ts";
import { lane } from "./lane.ts";
import { line } from "./line.ts";
import { misses } from "./misses.ts";
import { press } from "./press.ts";
import { queue } from "./queue.ts";
import { rx } from "./rx.ts";
import { software } from "./software.ts";
import { thread } from "./thread.ts";
import type { TrackType } from "./track.ts";
import { tx } from "./tx.ts";

export const TRACKS = [
  press,
  interrupts,
  cpu,
  cores,
  lane,
  thread,
  rx,
  queue,
  tx,
  line,
  dma,
  bus,
  misses,
  ipc,
  software,
] as const;

type Any = (typeof TRACKS)[number];

/** rows: the instruction × cycle diagram, which replaces all other tracks. */
export type TrackKind = Any["kind"] | "rows";

/** The object at a point of any track. */
export type AnyTrackHit = NonNullable<ReturnType<Any["hit"]>>;

/** A track of any kind. `facts` is left out, because it takes only the hits of its own kind. */
type AnyTrack = Omit<TrackType<Any["kind"], AnyTrackHit>, "facts">;

const BY_KIND: ReadonlyMap<string, AnyTrack> = new Map(TRACKS.map((one) => [one.kind, one]));

/** Undefined for rows of instructions. */
export function trackType({ kind }: { readonly kind: string }): AnyTrack | undefined {
  return BY_KIND.get(kind);
}

interface Place {
  readonly kind: string;
  readonly index: number;
}

export function trackName(machine: MachineLabels, track: Place): string {
  return trackType(track)?.name(machine, track.index) ?? "";
}

/** Facts in words. The kind of the track named by the hit gives them, otherwise the first track with such a hit. */
export function trackFacts(hit: AnyTrackHit, machine: MachineLabels): Facts | undefined {
  const types: readonly { readonly kind: string; readonly facts: object }[] = TRACKS;
  const type =
    "track" in hit
      ? types.find(({ kind }) => kind === hit.track.kind)
      : types.find(({ facts }) => hit.kind in facts);
  const facts = type?.facts as Readonly<Record<string, (hit: AnyTrackHit, machine: MachineLabels) => Facts>>;
  return facts?.[hit.kind]?.(hit, machine);
}
