/** What is followed, in words. */
import { formatInteger } from "../base/format.ts";
import type { Journey } from "../engine/protocol.ts";
import type { MachineLabels } from "./spec.ts";

export function journeyName({ what, number, thread }: Journey, machine: MachineLabels): string {
  const handler = thread === undefined ? undefined : machine.threads[thread]?.name;
  const name = `${what} ${formatInteger(number)}`;
  return handler === undefined ? name : `${name}, ${handler}`;
}

export function fateText({ fate }: Journey): string {
  switch (fate.kind) {
    case "dropped":
      return `✕ dropped: ${fate.cause.replaceAll("-", " ")}`;
    case "merged":
      return `merged into packet ${formatInteger(fate.into)}`;
    case "under-way":
      return "under way";
    default:
      return fate.kind;
  }
}

const WAYPOINTS: Readonly<Record<string, string>> = {
  "dma-begin": "DMA begins",
  "dma-end": "DMA over",
  "frame-sent": "last bit on the wire",
  "handler-entered": "handler entered",
};

export function waypointName(kind: string): string {
  return WAYPOINTS[kind] ?? kind.replaceAll("-", " ");
}
