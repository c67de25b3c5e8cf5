/** Every metric that an expression may name, for one scenario: its path, dimension, meaning and value. */
import {
  type Counters,
  cyclesBy,
  type SimCause,
  sim_cause_names,
  sim_drop_cause_names,
  sim_interrupt_part_names,
  sim_layer_names,
  sim_packet_part_names,
} from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextTotal, cpuTotal } from "../../scenarios/software/contexts.ts";
import {
  BIT_PER_SECOND,
  CYCLE,
  CYCLE_PER_SECOND,
  type Dimension,
  NUMBER,
  PER_SECOND,
  SECOND,
} from "../expressions/dimension.ts";
import { type Path, pathText } from "../expressions/index.ts";
import { type LatencyKind, type Metric, metric, type Reader, total } from "./metric.ts";
import { deviceMetrics, lockMetrics, memoryMetrics } from "./system_metrics.ts";

export type Dictionary = ReadonlyMap<string, Metric>;

export function dictionaryOf(scenario: Scenario): Dictionary {
  const metrics = [
    ...wholeMachine(scenario),
    ...directions(scenario),
    ...processor(scenario),
    ...memoryMetrics(),
    ...deviceMetrics(scenario),
    ...lockMetrics(scenario),
  ];
  return new Map(metrics.map((metric) => [pathText(metric.path), metric]));
}

function wholeMachine({ machine }: Scenario): Metric[] {
  const { clockHertz } = machine;
  const cpus = cpuTotal(machine);
  const contexts = contextTotal(machine);
  return [
    metric(["cycles"], CYCLE, "cycles of the run", (_, cycles) => cycles),
    metric(["seconds"], SECOND, "simulated time of the run", (_, cycles) => cycles / clockHertz),
    metric(["clock"], CYCLE_PER_SECOND, "clock of the processor", () => clockHertz),
    metric(["instructions"], NUMBER, "instructions retired", (c) => c.instructions),
    metric(
      ["ipc"],
      NUMBER,
      "instructions a cycle of layers counted in instructions",
      (c) => c.instructions / c.detailed_cycles,
    ),
    metric(["interrupts"], NUMBER, "interrupts taken", (c) => c.interrupts),
    metric(["softInterrupts"], NUMBER, "soft interrupts taken", (c) => c.soft_interrupts),
    metric(["contextSwitches"], NUMBER, "switches of the context pointer", (c) => c.context_switches),
    metric(["saves"], NUMBER, "saves of registers", (c) => c.saves),
    metric(["restores"], NUMBER, "restores of registers", (c) => c.restores),
    metric(
      ["busy"],
      NUMBER,
      "share of the processors' cycles in which anything ran",
      (c, cycles) => ranIn(c, contexts, () => true) / (cycles * cpus),
    ),
    metric(["branches"], NUMBER, "conditional branches", (c) => c.branches),
    metric(["mispredicted"], NUMBER, "branches predicted wrongly", (c) => c.mispredicted),
    metric(["programFaults"], NUMBER, "programs that ended by an exception", (c) => c.program_faults),
  ];
}

/** Contexts are numbered core after core. */
function coreMetrics(core: number, contexts: number): Metric[] {
  const at: Path = ["core", core];
  const instructions = (c: Counters) =>
    total(c.instructions_by.slice(core * contexts, (core + 1) * contexts));
  return [
    metric([...at, "instructions"], NUMBER, "instructions of the core", instructions),
    metric(
      [...at, "ipc"],
      NUMBER,
      "its instructions a cycle of layers counted in instructions",
      (c) => instructions(c) / (c.detailed_by[core] ?? 0),
    ),
  ];
}

// ---- frames ----

type Direction = "receive" | "send";

interface Frames {
  readonly offered: number;
  readonly offeredBytes: number;
  readonly delivered: number;
  readonly deliveredBytes: number;
  readonly dropped: readonly number[];
}

function framesOf(nic: Counters["nics"][number], direction: Direction): Frames {
  return direction === "receive"
    ? {
        offered: nic.rx_offered,
        offeredBytes: nic.rx_offered_bytes,
        delivered: nic.rx_delivered,
        deliveredBytes: nic.rx_delivered_bytes,
        dropped: nic.rx_dropped,
      }
    : {
        offered: nic.tx_offered,
        offeredBytes: nic.tx_offered_bytes,
        delivered: nic.tx_delivered,
        deliveredBytes: nic.tx_delivered_bytes,
        dropped: nic.tx_dropped,
      };
}

function directions({ machine }: Scenario): Metric[] {
  const { clockHertz, nics } = machine;
  const both = (["receive", "send"] as const).flatMap((direction) => [
    ...frames([direction], clockHertz, (c) =>
      c.nics.slice(0, nics.length).map((nic) => framesOf(nic, direction)),
    ),
    ...latencies([direction, "latency"], direction, clockHertz),
    ...nics.flatMap(({ name }, index) =>
      frames(["nic", name, direction], clockHertz, (c) =>
        c.nics.slice(index, index + 1).map((nic) => framesOf(nic, direction)),
      ),
    ),
  ]);
  return [
    ...both,
    lastDelivered(["receive"], (_) => true),
    ...nics.map(({ name }, index) => lastDelivered(["nic", name, "receive"], (nic) => nic === index)),
  ];
}

/** A finite trace is over then, however long the run. Of a part of a run it is not known. */
function lastDelivered(path: Path, isMeant: (nic: number) => boolean): Metric {
  return {
    path: [...path, "lastDelivered"],
    dimension: CYCLE,
    meaning: "cycles from the begin of the run to the last delivery of a received frame",
    read: ({ counters, latency }) => {
      if (latency === undefined) return undefined;
      const times = counters.health.filter((_, nic) => isMeant(nic)).map((one) => one.delivered_at);
      return Math.max(0, ...times) || undefined;
    },
  };
}

function frames(path: Path, clockHertz: number, read: (counters: Counters) => readonly Frames[]): Metric[] {
  const sum = (c: Counters, of: (one: Frames) => number) => read(c).reduce((all, one) => all + of(one), 0);
  const dropped = (one: Frames) => total(one.dropped);
  const each = (name: string, dimension: Dimension, meaning: string, value: Reader) =>
    metric([...path, name], dimension, meaning, value);
  const perSecond = (amount: number, cycles: number) => (amount * clockHertz) / cycles;
  return [
    each("offered", NUMBER, "frames offered", (c) => sum(c, (one) => one.offered)),
    each("delivered", NUMBER, "frames delivered", (c) => sum(c, (one) => one.delivered)),
    each("dropped", NUMBER, "frames dropped", (c) => sum(c, dropped)),
    each(
      "loss",
      NUMBER,
      "share of the offered frames that were dropped",
      (c) => sum(c, dropped) / sum(c, (one) => one.offered),
    ),
    each("rate", BIT_PER_SECOND, "bits delivered a second, without preamble and gap", (c, cycles) =>
      perSecond(8 * sum(c, (one) => one.deliveredBytes), cycles),
    ),
    each("offeredRate", BIT_PER_SECOND, "bits offered a second", (c, cycles) =>
      perSecond(8 * sum(c, (one) => one.offeredBytes), cycles),
    ),
    each("frameRate", PER_SECOND, "frames delivered a second", (c, cycles) =>
      perSecond(
        sum(c, (one) => one.delivered),
        cycles,
      ),
    ),
    ...sim_drop_cause_names.map((cause, index) =>
      metric([...path, "drop", cause], NUMBER, `frames dropped: ${cause}`, (c) =>
        sum(c, (one) => one.dropped[index] ?? 0),
      ),
    ),
  ];
}

function latencies(path: Path, of: LatencyKind, clockHertz: number): Metric[] {
  const whole = (["mean", "p50", "p90", "p99", "p999", "maximum"] as const).map(
    (name): Metric => ({
      path: [...path, name],
      dimension: SECOND,
      meaning: `${of} latency, ${name}`,
      read: ({ latency }) => (latency === undefined ? undefined : latency[of][name] / clockHertz),
    }),
  );
  const names = of === "interrupt" ? sim_interrupt_part_names : sim_packet_part_names;
  const parts = names.map(
    (name): Metric => ({
      path: [...path, "part", name],
      dimension: SECOND,
      meaning: `${of} latency, mean of its part ${name}`,
      read: ({ parts }) => {
        const part = parts?.[of].find((one) => one.part === name);
        return part && part.meanCycles / clockHertz;
      },
    }),
  );
  return [...whole, ...parts];
}

// ---- processor ----

const NOT_RUNNING: ReadonlySet<SimCause> = new Set<SimCause>(["ready", "waiting"]);

/** Cycles of running layers, all contexts. */
function ranIn(
  counters: Counters,
  contexts: number,
  isMeant: (layer: number, cause: number) => boolean,
): number {
  let cycles = 0;
  for (let context = 0; context < contexts; context++)
    for (let layer = 0; layer < sim_layer_names.length; layer++)
      sim_cause_names.forEach((name, cause) => {
        if (!NOT_RUNNING.has(name) && isMeant(layer, cause))
          cycles += cyclesBy(counters, context, layer, cause);
      });
  return cycles;
}

function processor({ machine, software }: Scenario): Metric[] {
  const contexts = contextTotal(machine);
  const cpus = cpuTotal(machine);
  const busy = sim_cause_names.indexOf("busy");
  return [
    ...latencies(["interrupt", "latency"], "interrupt", machine.clockHertz),
    ...sim_layer_names.flatMap((layer, index) => {
      const cycles = (c: Counters) => ranIn(c, contexts, (one) => one === index);
      return [
        metric(["layer", layer, "cycles"], CYCLE, `cycles in which ${layer} ran, stalls included`, cycles),
        metric(
          ["layer", layer, "share"],
          NUMBER,
          `share of the processors' cycles of ${layer}`,
          (c, all) => cycles(c) / (all * cpus),
        ),
        metric(
          ["layer", layer, "stalled"],
          NUMBER,
          `share of the cycles of ${layer} lost to stalls`,
          (c) => ranIn(c, contexts, (one, cause) => one === index && cause !== busy) / cycles(c),
        ),
        metric(
          ["layer", layer, "instructions"],
          NUMBER,
          `instructions of ${layer}`,
          (c) => c.instructions_of[index] ?? 0,
        ),
      ];
    }),
    ...sim_cause_names
      .filter((cause) => !NOT_RUNNING.has(cause))
      .map((cause) => {
        const index = sim_cause_names.indexOf(cause);
        return metric(["cause", cause, "cycles"], CYCLE, `cycles billed to ${cause}`, (c) =>
          ranIn(c, contexts, (_, one) => one === index),
        );
      }),
    ...Array.from({ length: contexts }, (_, context) =>
      metric(
        ["context", context, "instructions"],
        NUMBER,
        "instructions of the context",
        (c) => c.instructions_by[context] ?? 0,
      ),
    ),
    ...software.queues.map(({ name }, index) =>
      metric(
        ["queue", name, "taken"],
        NUMBER,
        "packets taken from the queue",
        (c) => c.queue_taken[index] ?? 0,
      ),
    ),
    ...software.queues.map(({ name }, index) =>
      metric(
        ["queue", name, "dropped"],
        NUMBER,
        "frames that found the queue full",
        (c) => c.queue_dropped[index] ?? 0,
      ),
    ),
    ...Array.from({ length: machine.core.cores }, (_, core) =>
      coreMetrics(core, machine.core.contexts),
    ).flat(),
    ...software.threads.flatMap(({ name }, index) => {
      const counted = (c: Counters) => c.threads[index];
      return [
        metric(
          ["thread", name, "cycles"],
          CYCLE,
          "cycles in which the thread ran",
          (c) => counted(c)?.cycles ?? 0,
        ),
        metric(
          ["thread", name, "share"],
          NUMBER,
          "share of the run in which the thread ran",
          (c, all) => (counted(c)?.cycles ?? 0) / all,
        ),
        metric(
          ["thread", name, "instructions"],
          NUMBER,
          "instructions of the thread",
          (c) => counted(c)?.instructions ?? 0,
        ),
        metric(
          ["thread", name, "ended"],
          NUMBER,
          "times that the thread came to its end",
          (c) => counted(c)?.ended ?? 0,
        ),
        metric(
          ["thread", name, "waits"],
          NUMBER,
          "times that the thread waited",
          (c) => counted(c)?.waits ?? 0,
        ),
        metric(
          ["thread", name, "switches"],
          NUMBER,
          "times that its context was taken from another thread for it",
          (c) => counted(c)?.switches ?? 0,
        ),
      ];
    }),
  ];
}
