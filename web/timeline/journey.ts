/** The followed packet or interrupt in words. */
import { sim_entry_step_names } from "../../core-wasm/binding/layout.gen.ts";
import type { Journey } from "../engine/protocol.ts";
import { labels, t } from "../text/t.ts";
import { dropWords } from "../ui/dropText.ts";
import { entryStepText } from "../ui/instructionText.ts";
import type { MachineLabels } from "./spec.ts";

export function journeyName({ what, number, thread }: Journey, machine: MachineLabels): string {
  const handler = thread === undefined ? undefined : machine.threads[thread]?.name;
  const name = what === "packet" ? t("packet {number}", { number }) : t("interrupt {number}", { number });
  return handler === undefined ? name : `${name}, ${handler}`;
}

export function fateText({ fate }: Journey, { queues }: Pick<MachineLabels, "queues">): string {
  switch (fate.kind) {
    case "dropped":
      return t("✕ lost: {cause}", { cause: dropCauseText(fate.cause, queues[fate.queue ?? -1]?.name) });
    case "merged":
      return t("merged into packet {into}", { into: fate.into });
    case "under-way":
      return t("under way");
    case "delivered":
      return t("delivered");
    case "returned":
      return t("handler returned");
  }
}

/** "ring full", or "queue full, backlog" if the queue is named. */
export function dropCauseText(cause: string, queue?: string): string {
  const text = dropWords(cause);
  return queue === undefined ? text : `${text}, ${queue}`;
}

const WAYPOINTS: Readonly<Record<string, string>> = labels({
  "dma-begin": "DMA begins",
  "dma-end": "DMA over",
  "frame-sent": "last bit on the wire",
  recognised: "recognised",
  "handler-entered": "handler entered",
  acknowledged: "acknowledged",
});

/** An event, or a step of the entry. */
export function waypointName(kind: string): string {
  const steps: readonly string[] = sim_entry_step_names;
  return WAYPOINTS[kind] ?? entryStepText(steps.indexOf(kind));
}
