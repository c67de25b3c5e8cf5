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

export function fateText({ fate }: Journey): string {
  switch (fate.kind) {
    case "dropped":
      return say("✕ dropped: {cause}", { cause: translated(fate.cause.replaceAll("-", " ")) });
    case "merged":
      return say("merged into packet {into}", { into: formatInteger(fate.into) });
    case "under-way":
      return say("under way");
    default:
      return translated(fate.kind);
  }
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
