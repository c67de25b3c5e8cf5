/** The whole scenario of a micro-scenario of docs/micro.md, whose short form has only what the case is about. */

import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";

/** Instructions that follow one another in one pipeline fill. */
interface Part {
  readonly code?: readonly string[];
  /** Lines of assembly instead of `code`. */
  readonly source?: readonly string[];
  readonly repeat?: number;
  readonly codeAddress?: number;
  readonly pinned?: boolean;
  /** A system call: these instructions, the code, and those of `exit`. */
  readonly enter?: readonly string[];
  readonly exit?: readonly string[];
  /** The part raises the soft interrupt at its end. */
  readonly raises?: boolean;
  /** The part requests a block from the disk at its end. */
  readonly disk?: "read" | "write";
  /** The lock that the part takes before the code, and the one that it releases afterwards. */
  readonly lock?: string;
  readonly unlock?: string;
  /** A critical section: interrupts are disabled before the code and enabled after it. */
  readonly critical?: boolean;
}

/** A lock with the instructions of its routines. */
interface MicroLock {
  readonly name: string;
  readonly kind: "spin" | "sleep";
  readonly order?: string;
  readonly acquire?: readonly string[];
  readonly poll?: readonly string[];
  readonly release?: readonly string[];
}

/** Routines of a thread, or a list of instructions for one routine. */
type Program =
  | readonly string[]
  | { readonly parts: readonly Part[]; readonly core?: number; readonly context?: number | "any" };

export interface MicroScenario {
  /** The parts of `machine` in the scenario format. */
  readonly core?: object;
  readonly memory?: object;
  readonly bus?: object;
  readonly interrupts?: object;
  /** `scheduler` in the scenario's `software`. */
  readonly scheduler?: object;
  readonly locks?: readonly MicroLock[];
  /** Threads that run once and then wait, with priority 3. Without a place, each has its own context in order. */
  readonly programs?: readonly Program[];
  /** Lines of assembly for a thread in machine mode, instead of programs. */
  readonly hart?: readonly string[];
  /** The handler of the NIC's line, priority 1: acknowledges, takes a frame, runs, delivers. */
  readonly handler?: Program;
  /** The soft interrupt that parts raise, priority 2. */
  readonly soft?: Program;
  /** Routines by name, and threads that use them, in the scenario format. */
  readonly routines?: Readonly<Record<string, readonly string[]>>;
  readonly threads?: readonly Named[];
  /** Cycles in which a frame of `bytes` (default 4) arrives. */
  readonly arrivals?: readonly number[];
  readonly bytes?: number;
  /** Cycles in which a button is pressed; threads name it `button`. */
  readonly presses?: readonly number[];
  /** The NIC and the disk in the scenario format. */
  readonly nic?: object;
  readonly disk?: object;
  /** The handler sends the frame instead of delivering it. */
  readonly sends?: boolean;
  /** First cycle of the table. */
  readonly from?: number;
}

const CLOCK_HERTZ = 1_000_000_000; /* A cycle takes a nanosecond. */
const ROUTINE_PITCH_BYTES = 0x1000;
const NEVER = { name: "never", capacity: 1 };

interface Named {
  readonly name: string;
}

interface Threads {
  readonly routines: Named[];
  readonly threads: Named[];
}

const partsOf = (program: Program): readonly Part[] =>
  "parts" in program ? program.parts : [{ code: program }];

function sequence(out: Threads, name: string, code: readonly string[]) {
  return {
    name,
    kind: "sequence",
    sequence: code,
    codeAddress: ROUTINE_PITCH_BYTES * out.routines.length,
  };
}

/** A lock, and the routines that it names. */
function lockOf(out: Threads, { name, kind, order, ...routines }: MicroLock): object {
  const named = Object.entries(routines).map(([use, code]) => {
    const routine = `${name} ${use}`;
    out.routines.push(sequence(out, routine, code));
    return [use, routine] as const;
  });
  return { name, kind, ...(order === undefined ? {} : { order }), ...Object.fromEntries(named) };
}

function machineCode(out: Threads, name: string, source: readonly string[]): Named {
  const codeAddress = ROUTINE_PITCH_BYTES * out.routines.length;
  const program = { name, kind: "program", program: { source: source.join("\n") }, codeAddress };
  return program;
}

/** The routine alone, or within a system call. */
function runStep(out: Threads, routine: string, { enter, exit }: Part): object {
  const exec = { do: "exec", routine };
  if (enter === undefined || exit === undefined) return exec;
  const [enters, exits] = [`${routine} enter`, `${routine} exit`];
  out.routines.push(sequence(out, enters, enter));
  out.routines.push(sequence(out, exits, exit));
  return { do: "system-call", enter: enters, exit: exits, steps: [exec] };
}

/** The routines of a program and the steps that run them. */
function execSteps(out: Threads, name: string, program: Program): readonly object[] {
  return partsOf(program).flatMap((part, index) => {
    const { repeat, codeAddress, pinned, raises, lock, unlock, disk, critical } = part;
    const routine = `${name} ${index}`;
    const place = codeAddress === undefined ? {} : { codeAddress };
    const known =
      part.source === undefined
        ? {
            ...sequence(out, routine, part.code ?? []),
            repeat: repeat ?? 1,
            ...place,
            data: { pinned: pinned ?? false },
          }
        : { ...machineCode(out, routine, part.source), ...place };
    out.routines.push(known);
    return [
      ...(lock === undefined ? [] : [{ do: "lock", lock }]),
      ...(critical ? [{ do: "disable-interrupts" }] : []),
      runStep(out, routine, part),
      ...(critical ? [{ do: "enable-interrupts" }] : []),
      ...(unlock === undefined ? [] : [{ do: "unlock", lock: unlock }]),
      ...(disk === undefined ? [] : [{ do: `${disk}-disk`, disk: "disk" }]),
      ...(raises ? [{ do: "raise", thread: "soft" }] : []),
    ];
  });
}

function placeOf(program: Program, index: number, contexts: number): object {
  if (!("parts" in program)) return { core: Math.floor(index / contexts), context: index % contexts };
  const { core = Math.floor(index / contexts), context = index % contexts } = program;
  return { core, context };
}

function addThreads(out: Threads, micro: MicroScenario, contexts: number): void {
  for (const [index, program] of (micro.programs ?? []).entries()) {
    const steps = [...execSteps(out, `program ${index}`, program), { do: "wait", queue: NEVER.name }];
    const start = { on: "always" };
    const place = placeOf(program, index, contexts);
    const thread = { name: `program ${index}`, layer: "application", priority: 3, ...place, start, steps };
    out.threads.push(thread);
  }
  if (micro.hart !== undefined) {
    out.routines.push(machineCode(out, "hart", micro.hart));
    const steps = [{ do: "exec", routine: "hart" }];
    const hart = { name: "hart", layer: "application", priority: 3, machineMode: true };
    out.threads.push(Object.assign(hart, { start: { on: "always" }, steps }));
  }
  for (const [name, code] of Object.entries(micro.routines ?? {}))
    out.routines.push(sequence(out, name, code));
  out.threads.push(...(micro.threads ?? []));
  if (micro.handler !== undefined) {
    const steps = [
      { do: "acknowledge", nic: "nic" },
      { do: "take-frame", nic: "nic" },
      ...execSteps(out, "handler", micro.handler),
      micro.sends ? { do: "give-frame", nic: "nic" } : { do: "deliver" },
    ];
    const start = { on: "line", nic: "nic" };
    const place = placeOf(micro.handler, 0, contexts);
    out.threads.push(
      Object.assign({ name: "handler", layer: "driver-isr", priority: 1, start, steps }, place),
    );
  }
  if (micro.soft !== undefined) {
    const steps = execSteps(out, "soft", micro.soft);
    const place = placeOf(micro.soft, 0, contexts);
    const thread = { name: "soft", layer: "protocol", priority: 2, start: { on: "soft" }, steps };
    out.threads.push(Object.assign(thread, place));
  }
}

function trafficOf(micro: MicroScenario): readonly object[] {
  const arrivals = micro.arrivals ?? [];
  if (arrivals.length === 0) return [];
  const events = {
    timesNanoseconds: arrivals,
    sizesBytes: arrivals.map(() => micro.bytes ?? 4),
    directions: "r".repeat(arrivals.length),
  };
  return [{ kind: "trace", loop: "open", nic: "nic", events }];
}

function contextsOf(core: object): number {
  return "contexts" in core && typeof core.contexts === "number" ? core.contexts : 1;
}

/** Throws with the invalid fields. */
export function wholeScenario(name: string, micro: MicroScenario): Scenario {
  const { core = {}, memory = {}, bus = {}, interrupts = {}, scheduler = {} } = micro;
  const out: Threads = { routines: [], threads: [] };
  addThreads(out, micro, contextsOf(core));
  const locks = (micro.locks ?? []).map((lock) => lockOf(out, lock));
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name,
    machine: {
      clockHertz: CLOCK_HERTZ,
      core,
      memory,
      bus,
      interrupts,
      nics: micro.arrivals === undefined ? [] : [{ name: "nic", ...micro.nic }],
      disks: micro.disk === undefined ? [] : [{ name: "disk", ...micro.disk }],
      buttons: micro.presses === undefined ? [] : [{ name: "button", pressCycles: micro.presses }],
    },
    software: { queues: [NEVER], scheduler, locks, ...out },
    traffic: trafficOf(micro),
  });
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.errors)}`);
  return result.scenario;
}
