/** A row for each event; subject and value are given by kind (core-wasm/include/sim_layout.def). */
import { SIM_NONE_8 } from "../../core-wasm/binding/index.ts";
import { EMPTY, type RowSource, text, whole } from "./rows.ts";

export function eventRows(): RowSource {
  return {
    columns: [whole("cycle"), text("kind"), whole("context"), whole("subject"), whole("value")],
    take: ({ events }) =>
      events.map(({ cycle, kind, context, subject, value }) => [
        cycle,
        kind,
        context === SIM_NONE_8 ? EMPTY : context + 1,
        subject,
        value,
      ]),
    rest: () => [],
  };
}
