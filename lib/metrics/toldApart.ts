/** Latencies by line, priority, card, traffic and thread, and latencies of CLINT interrupts by hart. */
import {
  type SimDirection,
  type SimTallyKind,
  sim_direction_names,
  type TallyCounts,
} from "../../core-wasm/binding/index.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Path } from "../expressions/index.ts";

type ToldBy = "line" | "priority" | "nic" | "traffic" | "thread" | "timer" | "software" | "request";

export interface ToldApart {
  readonly by: ToldBy;
  /** Name of the line, card, thread or hart; otherwise the priority, or the number of the traffic. */
  readonly name: string;
  /** Only for a card. */
  readonly direction?: SimDirection;
  /** Path of its metrics, and the same path in documents. */
  readonly path: Path;
  readonly place: string;
  /** The core's tallies that it consists of. */
  readonly kind: SimTallyKind;
  readonly indices: readonly number[];
}

/** Latencies that add to the table of all: several of a kind, threads, the CLINT, and requests. */
export function worthTelling<T extends { readonly by: ToldBy }>(found: readonly T[]): readonly T[] {
  const groupOf = ({ by }: T) => (by === "timer" || by === "software" ? "line" : by);
  return found.filter(
    (one) =>
      one.by === "thread" ||
      one.by === "timer" ||
      one.by === "software" ||
      one.by === "request" ||
      found.filter((other) => groupOf(other) === one.by).length > 1,
  );
}

/** Number of tallies (latency counters) that the core has for each kind of group. */
export function tallyCounts({ machine, software, traffic }: Scenario): TallyCounts {
  const ofHarts = software.threads.some(({ machineMode }) => machineMode) ? software.threads.length : 0;
  return {
    line: linesOf(machine).length,
    nic: sim_direction_names.length * machine.nics.length,
    traffic: traffic.length,
    thread: software.threads.length,
    timer: ofHarts,
    software: ofHarts,
    request: machine.nics.some(({ host }) => host !== undefined) ? machine.nics.length : 0,
  };
}

export function toldApart({ machine, software, traffic }: Scenario): readonly ToldApart[] {
  const lines = linesOf(machine);
  const priorities = [...new Set(lines.map(({ priority }) => priority))].toSorted((a, b) => a - b);
  return [
    ...lines.map(
      ({ name }, line): ToldApart => ({
        by: "line",
        name,
        path: ["line", name, "latency"],
        place: 'line["I"].latency',
        kind: "line",
        indices: [line],
      }),
    ),
    ...priorities.map(
      (priority): ToldApart => ({
        by: "priority",
        name: String(priority),
        path: ["priority", priority, "latency"],
        place: "priority[0].latency",
        kind: "line",
        indices: lines.flatMap((line, index) => (line.priority === priority ? [index] : [])),
      }),
    ),
    ...machine.nics.flatMap(({ name }, nic) =>
      sim_direction_names.map(
        (direction, index): ToldApart => ({
          by: "nic",
          name,
          direction,
          path: ["nic", name, direction, "latency"],
          place: `nic["N"].${direction}.latency`,
          kind: "nic",
          indices: [sim_direction_names.length * nic + index],
        }),
      ),
    ),
    ...machine.nics.flatMap(({ name, host }, nic): ToldApart[] =>
      host === undefined
        ? []
        : [
            {
              by: "request",
              name,
              path: ["nic", name, "request", "latency"],
              place: 'nic["N"].request.latency',
              kind: "request",
              indices: [nic],
            },
          ],
    ),
    ...traffic.map(
      (_, index): ToldApart => ({
        by: "traffic",
        name: String(index),
        path: ["traffic", index, "latency"],
        place: "traffic[0].latency",
        kind: "traffic",
        indices: [index],
      }),
    ),
    ...software.threads.map(
      ({ name }, thread): ToldApart => ({
        by: "thread",
        name,
        path: ["thread", name, "response"],
        place: 'thread["T"].response',
        kind: "thread",
        indices: [thread],
      }),
    ),
    ...(["timer", "software"] as const).flatMap((source) =>
      software.threads.flatMap(({ name, machineMode }, thread): ToldApart[] =>
        machineMode
          ? [
              {
                by: source,
                name,
                path: ["thread", name, source, "latency"],
                place: `thread["T"].${source}.latency`,
                kind: source,
                indices: [thread],
              },
            ]
          : [],
      ),
    ),
  ];
}
