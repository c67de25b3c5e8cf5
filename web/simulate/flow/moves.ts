/** The moves of packets from one view of the machine to the next, and losses. Loaded when something moves. Pure functions. */
import type { SimDropCause } from "../../../core-wasm/binding/layout.gen.ts";
import type { MachineEvent } from "../../../lib/events/events.ts";
import { unpackLoss } from "../../../lib/metrics/registry/frames.ts";
import { partText } from "../../../scenarios/story/parts.ts";
import type { MachineView } from "../../engine/protocol.ts";
import { type Place, type PlaceFacts, placesOf } from "./places.ts";

export interface Move {
  readonly kind: "token" | "lost";
  readonly packet: number;
  readonly from: Place;
  readonly to: Place;
  /** True if the view goes back in time. */
  readonly isBack: boolean;
}

interface Loss {
  readonly packet: number;
  readonly cause: SimDropCause;
}

/** The packet that a ring or queue refused in the cycle before the picture. */
export function lossAt(place: Place, { lost = [] }: MachineView, facts: PlaceFacts): Loss | undefined {
  const found = lost.find(({ subject, value }) => lossOf(subject, value, new Map(), facts)?.to === place);
  return found && { packet: found.subject, cause: unpackLoss(found.value).cause };
}

const TOKEN = { kind: "token", isBack: false } as const;

/** Moves of packets between two pictures that are close in time, with the events between them. Moves are in the
 * order of the packets. */
export function movesBetween(
  earlier: MachineView,
  later: MachineView,
  events: readonly MachineEvent[],
  facts: PlaceFacts,
): readonly Move[] {
  const [before, after] = [placesOf(earlier, facts), placesOf(later, facts)];
  const moves: Move[] = [];
  const told = new Set<number>();
  const add = (move: Move) => {
    if (!told.has(move.packet) && move.from !== move.to) moves.push(move);
    told.add(move.packet);
  };
  for (const { kind, subject: packet, value } of events) {
    if (kind === "frame-dropped") {
      const lost = lossOf(packet, value, before, facts);
      if (lost !== undefined) add(lost);
    } else if (kind === "frame-delivered") {
      const from = before.get(packet);
      if (from !== undefined && !after.has(packet)) add({ ...TOKEN, packet, from, to: "application" });
    }
  }
  const offered = new Set(events.flatMap(({ kind, subject }) => (kind === "frame-offered" ? [subject] : [])));
  for (const [packet, to] of after) {
    const from = before.get(packet) ?? (offered.has(packet) ? wireOf(to, facts) : undefined);
    if (from !== undefined) add({ ...TOKEN, packet, from, to });
  }
  const sends = earlier.nics.findIndex(({ txFill }, nic) => (later.nics[nic]?.txFill ?? 0) > txFill);
  const sender = facts.nics[sends]?.name;
  if (sender !== undefined)
    for (const [packet, from] of before)
      if (!after.has(packet)) add({ ...TOKEN, packet, from, to: partText("txqueue", sender) });
  return moves.toSorted((one, other) => one.packet - other.packet);
}

/** The wire of the card of its ring. For a packet that is already further, the wire of the only card. */
function wireOf(place: Place, { nics }: PlaceFacts): Place | undefined {
  const name = place.startsWith("ring:") ? place.slice("ring:".length) : undefined;
  const [only] = nics;
  if (name === undefined && nics.length !== 1) return undefined;
  return partText("wire", name ?? only?.name ?? "");
}

function lossOf(
  packet: number,
  value: number,
  before: ReadonlyMap<number, Place>,
  { nics, queues }: PlaceFacts,
): Move | undefined {
  const { cause, place, direction } = unpackLoss(value);
  const isQueue = cause === "queue-full";
  const name = (isQueue ? queues : nics)[place]?.name;
  if (name === undefined || direction !== "receive") return undefined;
  const from = before.get(packet) ?? (isQueue ? "memory" : partText("wire", name));
  return { kind: "lost", isBack: false, packet, from, to: partText(isQueue ? "queue" : "ring", name) };
}

/** The same moves backwards: lost packets rise, others return. */
export function reversed(moves: readonly Move[]): readonly Move[] {
  return moves.toReversed().map((move) => ({ ...move, from: move.to, to: move.from, isBack: !move.isBack }));
}
