/** States that last until they change: the activity of a context, the state of a line, the fill of a ring or queue. */
import type { Machine } from "../../core-wasm/binding/index.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextTotal } from "../../scenarios/software/contexts.ts";
import { type LaneLevel, unpackLane } from "../breakpoints/lane.ts";
import type { MachineEvent } from "../events/events.ts";
import { laneNow } from "../events/laneNow.ts";

export type NumberLevel = "line" | "rx-fill" | "tx-fill" | "queue-fill";

export type Change =
  | { readonly what: "lane"; readonly index: number; readonly lane: LaneLevel }
  | { readonly what: NumberLevel; readonly index: number; readonly value: number };

export class Levels {
  readonly #lanes: LaneLevel[];
  readonly #numbers: Readonly<Record<NumberLevel, number[]>>;

  /** `machine` is at its first cycle. */
  constructor({ machine: hardware, software }: Scenario, machine: Machine) {
    const view = machine.view();
    this.#lanes = Array.from({ length: contextTotal(hardware) }, (_, context) =>
      laneNow(view, hardware, context),
    );
    this.#numbers = {
      line: linesOf(hardware).map((_, line) =>
        Number.isFinite(view.lines[line]?.asserted_since_cycle ?? Number.POSITIVE_INFINITY) ? 1 : 0,
      ),
      "rx-fill": hardware.nics.map((_, nic) => view.nics[nic]?.rx_fill ?? 0),
      "tx-fill": hardware.nics.map((_, nic) => view.nics[nic]?.tx_fill ?? 0),
      "queue-fill": software.queues.map((_, queue) => view.queue_fill[queue] ?? 0),
    };
  }

  /** All levels at the present cycle. */
  now(): readonly Change[] {
    return [
      ...this.#lanes.map((lane, index): Change => ({ what: "lane", index, lane })),
      ...Object.entries(this.#numbers).flatMap(([what, values]) =>
        values.map((value, index): Change => ({ what: what as NumberLevel, index, value })),
      ),
    ];
  }

  /** Undefined if the event changes no level. */
  note({ kind, context, subject, value }: MachineEvent): Change | undefined {
    switch (kind) {
      case "layer":
        return this.#lane(context, unpackLane(subject));
      case "line-asserted":
        return this.#set("line", subject, 1);
      case "line-cleared":
        return this.#set("line", subject, 0);
      case "rx-fill":
      case "tx-fill":
      case "queue-fill":
        return this.#set(kind, subject, value);
      default:
        return undefined;
    }
  }

  #lane(index: number, lane: LaneLevel): Change {
    this.#lanes[index] = lane;
    return { what: "lane", index, lane };
  }

  #set(what: NumberLevel, index: number, value: number): Change | undefined {
    const values = this.#numbers[what];
    if (values[index] === value) return undefined;
    values[index] = value;
    return { what, index, value };
  }
}
