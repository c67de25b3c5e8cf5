/** A row for each event; subject and value are given by kind (core-wasm/include/sim_layout.def). */
import { SIM_NONE_8 } from "../../core-wasm/binding/index.ts";
import { trapWord } from "../events/traps.ts";
import { EMPTY, type RowSource, text, whole } from "./rows.ts";

export function eventRows(): RowSource {
  return {
    columns: [whole("cycle"), text("kind"), whole("context"), whole("subject"), whole("value"), text("trap")],
    take: ({ events }) =>
      events.map((event) => [
        event.cycle,
        event.kind,
        event.context === SIM_NONE_8 ? EMPTY : event.context + 1,
        event.subject,
        event.value,
        trapWord(event) ?? EMPTY,
      ]),
    rest: () => [],
  };
}
