/** What is followed, in words. */

import { formatInteger } from "../base/format.ts";
import type { Journey } from "../engine/protocol.ts";
import { labels, say, translated } from "../text/say.ts";
import type { MachineLabels } from "./spec.ts";

export function journeyName({ what, number, thread }: Journey, machine: MachineLabels): string {
  const handler = thread === undefined ? undefined : machine.threads[thread]?.name;
  const name = `${what} ${formatInteger(number)}`;
  return handler === undefined ? name : `${name}, ${handler}`;
}

export function fateText({ fate }: Journey, { queues }: Pick<MachineLabels, "queues">): string {
  switch (fate.kind) {
    case "dropped":
      return say("✕ dropped: {cause}", { cause: dropCauseText(fate.cause, queues[fate.queue ?? -1]?.name) });
    case "merged":
      return say("merged into packet {into}", { into: formatInteger(fate.into) });
    case "under-way":
      return say("under way");
    default:
      return translated(fate.kind);
  }
}

/** "ring full"; "queue full, backlog" where the queue is named. */
export function dropCauseText(cause: string, queue?: string): string {
  const text = translated(cause.replaceAll("-", " "));
  return queue === undefined ? text : `${text}, ${queue}`;
}

const WAYPOINTS: Readonly<Record<string, string>> = labels({
  "dma-begin": "DMA begins",
  "dma-end": "DMA over",
  "frame-sent": "last bit on the wire",
  "handler-entered": "handler entered",
});

export function waypointName(kind: string): string {
  return WAYPOINTS[kind] ?? translated(kind.replaceAll("-", " "));
}
