/** The place of each packet in a machine. A packet that a thread holds is there, otherwise in its queue or ring. Pure
 * functions. */
import { partText } from "../../../scenarios/story/parts.ts";
import type { MachineView } from "../../engine/protocol.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";

/** `ring:eth0`, `queue:backlog`, `hand:backlog` (taken from that queue), `memory` (taken from a card), `wire:eth0`,
 * `txqueue:eth0`, `application`. */
export type Place = string;

export type PlaceFacts = Pick<MachineInfo, "nics" | "queues" | "threads">;

/** A packet that a thread holds is beside the queue from which the thread takes packets, otherwise in memory. */
export function handOf(thread: number, { queues }: PlaceFacts): Place {
  const queue = queues.find(({ takers }) => takers.includes(thread));
  return queue === undefined ? "memory" : `hand:${queue.name}`;
}

/** Places by packet number. Packets that wait for their copy to memory have no known number. */
export function placesOf(view: MachineView, facts: PlaceFacts): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>();
  view.nics.forEach(({ dma }, nic) => {
    const ring = partText("ring", facts.nics[nic]?.name ?? "");
    if (dma?.direction === "receive") places.set(dma.packet, ring);
    for (const { number } of view.held.rings[nic] ?? []) places.set(number, ring);
  });
  facts.queues.forEach(({ name }, queue) => {
    for (const { number } of view.held.queues[queue] ?? []) places.set(number, partText("queue", name));
  });
  for (const { packet, thread } of view.frames)
    if (packet !== undefined) places.set(packet, handOf(thread, facts));
  return places;
}
