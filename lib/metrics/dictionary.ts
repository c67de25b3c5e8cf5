/** The registry for expressions and sweeps: every metric with a name for one scenario. */
import {
  CACHE_LEVELS,
  type CacheLevel,
  type Counters,
  SIM_NIC_RING_LIMIT,
  type SimDirection,
  sim_cause_names,
  sim_interrupt_part_names,
  sim_layer_names,
  sim_packet_part_names,
} from "../../core-wasm/binding/index.ts";
import { DEVICE_KINDS } from "../../scenarios/devices/kinds.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Machine, Scenario } from "../../scenarios/format/schema.ts";
import { contextTotal } from "../../scenarios/software/contexts.ts";
import { SECOND } from "../expressions/dimension.ts";
import { type Path, pathText } from "../expressions/index.ts";
import { type Distribution, together } from "./distributions.ts";
import type { LatencyKind, Measured, Metric } from "./measure.ts";
import {
  allDeadlines,
  DEADLINE,
  type Deadline,
  deadlinesOf,
  type KeptDeadline,
} from "./registry/deadline.ts";
import { DEVICE_METRICS, DEVICE_SIGNS, deviceEntries, type MeteredList } from "./registry/deviceKinds.ts";
import { CARD, LINE, RING } from "./registry/devices.ts";
import { type Entries, type Entry, type Run, readValue } from "./registry/entry.ts";
import { DROPPED, FRAMES, framesOf, RECEIVED } from "./registry/frames.ts";
import { HELD, HELD_BYTES, heldPlaces } from "./registry/held.ts";
import { HOST } from "./registry/host.ts";
import { LATENCY, LATENCY_APART, PART } from "./registry/latency.ts";
import { MACHINE, PREDICTOR, PROGRAMS } from "./registry/machine.ts";
import { ACCESSES, BUS, CACHE, PREFETCH, TLB } from "./registry/memory.ts";
import {
  CAUSE,
  CONTEXT,
  CORE,
  coreCounters,
  ENTRY,
  LAYER,
  RUNNING_CAUSES,
  SAVING,
} from "./registry/processor.ts";
import { LOCK, QUEUE, THREAD } from "./registry/software.ts";
import { toldApart } from "./toldApart.ts";
import { total } from "./units.ts";

export type Dictionary = ReadonlyMap<string, DictionaryMetric>;

export interface DictionaryMetric extends Metric {
  readonly entry: Entry<never>;
  /** The part of the machine, in the syntax of docs/expressions.md: `disk["D"]`. Empty for the whole machine. */
  readonly place: string;
  /** The name below the place: `busy`, `part["save"]`. */
  readonly name: string;
  /** Only for a latency: the distribution that the number belongs to. */
  readonly distribution?: (measured: Measured) => Distribution | undefined;
}

/** The subject of metrics: the machine, a disk, a layer. */
interface Subject<S> {
  readonly place: string;
  /** Prefix of the names in the documents. */
  readonly part?: string;
  readonly path: Path;
  readonly entries: Entries<S>;
  /** Undefined if the core has no record for it. Its numbers are then 0. */
  readonly of: (run: Run) => S | undefined;
  /** Words that fill the gaps in meanings. */
  readonly words?: Readonly<Record<string, string>>;
  /** Cycles are shown in seconds. An undefined subject has no value. */
  readonly isLatency?: true;
}

export function dictionaryOf(scenario: Scenario): Dictionary {
  const metrics = [
    ...wholeMachine(scenario),
    ...directions(scenario),
    ...latencies(scenario.machine, "interrupt", ["interrupt", "latency"]),
    ...processor(scenario),
    ...memory(scenario.machine),
    ...devices(scenario.machine),
    ...locks(scenario),
    ...held(scenario),
    ...latenciesToldApart(scenario),
    ...deadlines(scenario),
  ];
  return new Map(metrics.map((metric) => [pathText(metric.path), metric]));
}

/** Metrics of a whole distribution, not of its parts. */
const WHOLE_LATENCIES: ReadonlySet<Entries<never>> = new Set<Entries<never>>([LATENCY, LATENCY_APART]);

function metricsOf<S>(machine: Machine, subject: Subject<S>): DictionaryMetric[] {
  const { place, part = "", path, entries, of, words = {}, isLatency } = subject;
  return Object.values(entries).flatMap((entry): DictionaryMetric[] => {
    if (entry.path === undefined) return [];
    const below = typeof entry.path === "string" ? [entry.path] : entry.path;
    return [
      {
        path: [...path, ...below],
        dimension: isLatency ? SECOND : entry.dimension,
        // A getter, because the built page has no meanings (tools/slimBundle.ts).
        get meaning() {
          return entry.meaning.replace(/\{(\w+)\}/g, (_, gap: string) => words[gap] ?? "");
        },
        read: (measured) => {
          const run = { ...measured, machine };
          const one = of(run);
          if (one === undefined) return isLatency ? undefined : 0;
          const value = readValue(entry, one, run);
          return isLatency && value !== undefined ? value / machine.clockHertz : value;
        },
        ...(isLatency && WHOLE_LATENCIES.has(entries)
          ? { distribution: (measured: Measured) => of({ ...measured, machine }) as Distribution | undefined }
          : {}),
        entry,
        place,
        name: [part, ...below].filter((one) => one !== "").join("."),
      },
    ];
  });
}

function wholeMachine({ machine }: Scenario): DictionaryMetric[] {
  const of = ({ counters }: Run) => counters;
  return [MACHINE, PREDICTOR, PROGRAMS].flatMap((entries: Entries<Counters>) =>
    metricsOf(machine, { place: "", path: [], entries, of }),
  );
}

function directions({ machine }: Scenario): DictionaryMetric[] {
  const { nics } = machine;
  const all: Of = { place: "", path: [], from: 0, to: nics.length };
  const each = nics.map(({ name }, index) => ({
    place: 'nic["N"].',
    path: ["nic", name],
    from: index,
    to: index + 1,
  }));
  const both = (["receive", "send"] as const).flatMap((direction) => [
    ...frames(machine, direction, all),
    ...latencies(machine, direction, [direction, "latency"]),
    ...each.flatMap((one) => frames(machine, direction, one)),
  ]);
  const received = [all, ...each].flatMap(({ place, path, from, to }) =>
    metricsOf(machine, {
      place: `${place}receive`,
      path: [...path, "receive"],
      entries: RECEIVED,
      of: ({ counters }) => counters.health.slice(from, to),
    }),
  );
  return [...both, ...received];
}

interface Of {
  readonly place: string;
  readonly path: Path;
  readonly from: number;
  readonly to: number;
}

function frames(
  machine: Machine,
  direction: SimDirection,
  { place, path, from, to }: Of,
): DictionaryMetric[] {
  const at = { place: `${place}${direction}`, path: [...path, direction] };
  const of = ({ counters }: Run) => framesOf(counters.nics.slice(from, to), direction);
  return [
    ...metricsOf(machine, { ...at, entries: FRAMES, of }),
    ...Object.entries(DROPPED).flatMap(([cause, entry]) =>
      metricsOf(machine, {
        place: at.place,
        part: 'drop["rx-ring-full"]',
        path: [...at.path, "drop", cause],
        entries: { [cause]: entry },
        of,
        words: { name: cause },
      }),
    ),
  ];
}

function latencies(machine: Machine, of: LatencyKind, path: Path): DictionaryMetric[] {
  const names = of === "interrupt" ? sim_interrupt_part_names : sim_packet_part_names;
  return [
    ...metricsOf(machine, {
      place: path.join("."),
      path,
      entries: LATENCY,
      of: ({ latency }) => latency?.[of],
      words: { of },
      isLatency: true,
    }),
    ...names.flatMap((name) =>
      metricsOf(machine, {
        place: path.join("."),
        part: 'part["save"]',
        path: [...path, "part", name],
        entries: PART,
        of: ({ parts }) => parts?.[of].find((one) => one.part === name)?.meanCycles,
        words: { of, name },
        isLatency: true,
      }),
    ),
  ];
}

function processor({ machine, software }: Scenario): DictionaryMetric[] {
  return [
    ...sim_layer_names.flatMap((layer, index) =>
      metricsOf(machine, {
        place: 'layer["L"]',
        path: ["layer", layer],
        entries: LAYER,
        of: () => index,
        words: { name: layer },
      }),
    ),
    ...metricsOf(machine, {
      ...{ place: 'layer["entry"]', path: ["layer", "entry"], entries: ENTRY, of: () => "entry" },
    }),
    ...metricsOf(machine, {
      ...{ place: 'layer["saving"]', path: ["layer", "saving"], entries: SAVING, of: () => "saving" },
    }),
    ...RUNNING_CAUSES.flatMap((cause) =>
      metricsOf(machine, {
        place: "",
        part: 'cause["load-use"]',
        path: ["cause", cause],
        entries: CAUSE,
        of: () => sim_cause_names.indexOf(cause),
        words: { name: cause },
      }),
    ),
    ...Array.from({ length: contextTotal(machine) }, (_, context) =>
      metricsOf(machine, {
        place: "context[0]",
        path: ["context", context],
        entries: CONTEXT,
        of: () => context,
      }),
    ).flat(),
    ...software.queues.flatMap(({ name }, index) =>
      metricsOf(machine, {
        place: 'queue["Q"]',
        path: ["queue", name],
        entries: QUEUE,
        of: ({ counters }) => ({
          taken: counters.queue_taken[index] ?? 0,
          dropped: counters.queue_dropped[index] ?? 0,
        }),
      }),
    ),
    ...Array.from({ length: machine.core.cores }, (_, core) =>
      metricsOf(machine, {
        place: "core[0]",
        path: ["core", core],
        entries: CORE,
        of: ({ counters }) => coreCounters(counters, machine, core),
      }),
    ).flat(),
    ...software.threads.flatMap(({ name }, index) =>
      metricsOf(machine, {
        place: 'thread["T"]',
        path: ["thread", name],
        entries: THREAD,
        of: ({ counters }) => counters.threads[index],
      }),
    ),
  ];
}

type ByLayer = (counters: Counters) => readonly number[] | undefined;

/** Accesses of all layers together, and of each layer. */
function accesses(
  machine: Machine,
  place: string,
  path: Path,
  entries: typeof ACCESSES | typeof TLB,
  [all, missed]: readonly [ByLayer, ByLayer],
): DictionaryMetric[] {
  return [
    ...metricsOf(machine, {
      place,
      path,
      entries,
      of: ({ counters }) => ({ accesses: total(all(counters)), misses: total(missed(counters)) }),
    }),
    ...sim_layer_names.flatMap((layer, at) =>
      metricsOf(machine, {
        place,
        part: 'layer["L"]',
        path: [...path, "layer", layer],
        entries: ACCESSES,
        of: ({ counters }) => ({ accesses: all(counters)?.[at] ?? 0, misses: missed(counters)?.[at] ?? 0 }),
      }),
    ),
  ];
}

function memory(machine: Machine): DictionaryMetric[] {
  const of = ({ counters }: Run) => counters;
  return [
    ...CACHE_LEVELS.flatMap((level: CacheLevel, index) => {
      const [place, path] = [`cache.${level}`, ["cache", level]];
      return [
        ...accesses(machine, place, path, ACCESSES, [
          ({ caches }) => caches[index]?.accesses,
          ({ caches }) => caches[index]?.misses,
        ]),
        ...metricsOf(machine, { place, path, entries: CACHE, of: ({ counters }) => counters.caches[index] }),
      ];
    }),
    ...accesses(machine, "tlb", ["tlb"], TLB, [
      ({ tlb_accesses }) => tlb_accesses,
      ({ tlb_misses }) => tlb_misses,
    ]),
    ...metricsOf(machine, { place: "bus", path: ["bus"], entries: BUS, of }),
    ...metricsOf(machine, { place: "prefetch", path: ["prefetch"], entries: PREFETCH, of }),
  ];
}

function devices(machine: Machine): DictionaryMetric[] {
  return [
    ...machine.nics.flatMap(({ name, moreRings, host }, nic) => [
      ...metricsOf(machine, {
        place: 'nic["N"]',
        path: ["nic", name],
        entries: host === undefined ? {} : HOST,
        of: ({ counters }) => counters.nics[nic],
      }),
      ...metricsOf(machine, {
        place: 'nic["N"]',
        path: ["nic", name],
        entries: CARD,
        of: ({ counters }) => counters.nics[nic],
      }),
      ...Array.from({ length: 1 + moreRings.length }, (_, ring) =>
        metricsOf(machine, {
          place: 'nic["N"].ring[0]',
          path: ["nic", name, "ring", ring],
          entries: RING,
          of: ({ counters }) => counters.rings[nic * SIM_NIC_RING_LIMIT + ring],
        }),
      ).flat(),
    ]),
    ...linesOf(machine).flatMap(({ name }, index) =>
      metricsOf(machine, {
        place: 'line["I"]',
        path: ["line", name],
        entries: LINE,
        of: ({ counters }) => counters.lines[index],
      }),
    ),
    ...Object.keys(DEVICE_METRICS).flatMap((key) => {
      const list = key as MeteredList;
      const { kind } = DEVICE_KINDS.find((one) => one.list === list) ?? { kind: "" };
      return machine[list].flatMap(({ name }, index) =>
        metricsOf<object>(machine, {
          place: `${kind}["${DEVICE_SIGNS[list]}"]`,
          path: [kind, name],
          entries: deviceEntries(list),
          of: ({ counters }) => counters[list][index],
        }),
      );
    }),
  ];
}

function locks({ machine, software }: Scenario): DictionaryMetric[] {
  return software.locks.flatMap(({ name }, index) =>
    metricsOf(machine, {
      place: 'lock["K"]',
      path: ["lock", name],
      entries: LOCK,
      of: ({ counters }) => {
        const lock = counters.locks[index];
        return lock && { ...lock, index };
      },
    }),
  );
}

function held(scenario: Scenario): DictionaryMetric[] {
  return heldPlaces(scenario).flatMap(({ place, path, unit, capacity, most }) =>
    metricsOf(scenario.machine, {
      place,
      path,
      entries: unit === "bytes" ? HELD_BYTES : HELD,
      of: ({ marks }) => ({ most: marks && most(marks), capacity }),
    }),
  );
}

function latenciesToldApart(scenario: Scenario): DictionaryMetric[] {
  return toldApart(scenario).flatMap(({ by, place, path, kind, indices }) =>
    metricsOf(scenario.machine, {
      place,
      path,
      entries: LATENCY_APART,
      of: ({ tallies }) => tallies && together(indices.flatMap((index) => tallies[kind][index] ?? [])),
      words: { of: by },
      isLatency: true,
    }),
  );
}

function deadlines(scenario: Scenario): DictionaryMetric[] {
  const { machine, software } = scenario;
  const found = ({ marks, tallies }: Run) => marks && tallies && deadlinesOf(scenario, marks, tallies);
  const metrics = (place: string, path: Path, of: (all: readonly KeptDeadline[]) => Deadline | undefined) =>
    metricsOf(machine, {
      place,
      path,
      entries: DEADLINE,
      of: (run) => {
        const all = found(run);
        return all && of(all);
      },
    });
  return [
    ...metrics("deadline", ["deadline"], allDeadlines),
    ...linesOf(machine).flatMap(({ name }, line) =>
      metrics('line["I"].deadline', ["line", name, "deadline"], (all) => all[line]),
    ),
    ...software.threads.flatMap(({ name }, thread) =>
      metrics(
        'thread["T"].deadline',
        ["thread", name, "deadline"],
        (all) => all.slice(linesOf(machine).length)[thread],
      ),
    ),
  ];
}
