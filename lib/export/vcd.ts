/** Levels of a run as a Value Change Dump (IEEE 1364-2005, 18): contexts, traps of harts, lines, fill of rings
 * and queues, counts of frames. */
import {
  type Machine,
  SIM_NONE_8,
  sim_layer_names,
  sim_run_state,
  sim_run_state_names,
} from "../../core-wasm/binding/index.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextTotal } from "../../scenarios/software/contexts.ts";
import type { LaneLevel } from "../breakpoints/lane.ts";
import type { MachineEvent } from "../events/events.ts";
import { type TrapNests, trapNests } from "../events/trapNests.ts";
import { unpackLoss } from "../metrics/registry/frames.ts";
import { endLine, originLines, type RunOrigin } from "../origin.ts";
import { type RunFile, stateOf } from "./file.ts";
import { type Change, Levels, type NumberLevel } from "./levels.ts";
import type { Batch, Window } from "./walk.ts";

const PICOSECONDS = 10n ** 12n;
const LAYER_BITS = 3;
const THREAD_BITS = 8;
const FILL_BITS = 16;
const COUNT_BITS = 32;
const CAUSE_BITS = 32;
/** Identifiers consist of printable characters. */
const [FIRST_CHARACTER, CHARACTERS] = [33, 94];

type Kind = "wire" | "reg";

interface Variable {
  readonly scope: string;
  readonly name: string;
  readonly kind: Kind;
  readonly bits: number;
  readonly id: string;
}

interface Timed {
  readonly cycle: number;
  readonly line: string;
}

export function vcdFile(scenario: Scenario, window: Window): RunFile {
  return new VcdFile(scenario, window);
}

class VcdFile implements RunFile {
  readonly #scenario: Scenario;
  readonly #window: Window;
  readonly #variables: Variable[] = [];
  readonly #byPlace = new Map<string, Variable>();
  /** Names by the key of the scope, and the names used within each scope. */
  readonly #scopes = new Map<string, { readonly name: string; readonly names: Names }>();
  readonly #scopeNames = new Names();
  readonly #counts = { offered: 0, delivered: 0, lost: 0 };
  /** Thread by context. */
  readonly #running: (number | undefined)[] = [];
  readonly #nests: TrapNests;
  #levels: Levels | undefined;
  /** Changes that later events may still precede. */
  #waiting: Timed[] = [];
  #writtenCycle = -1;
  #changes = 0;
  #isOpened = false;

  constructor(scenario: Scenario, window: Window) {
    this.#scenario = scenario;
    this.#window = window;
    this.#nests = trapNests(scenario);
    this.#declareAll();
  }

  begin(machine: Machine, origin: RunOrigin): Uint8Array {
    this.#levels = new Levels(this.#scenario, machine);
    return encoded(this.#head(origin));
  }

  take(batch: Batch): Uint8Array {
    const head = batch.isWithin ? this.#open() : "";
    for (const event of batch.events) {
      const change = this.#levels?.note(event);
      const trap = this.#nests.note(event);
      if (!batch.isWithin) continue;
      if (trap !== undefined) this.#waitAll(event.cycle + 1, [this.#trapOf(trap.thread)]);
      if (change !== undefined) this.#waitAll(event.cycle, this.#linesOf(change));
      this.#waitAll(event.cycle, this.#counted(event));
    }
    return encoded(head + this.#written(batch.toCycle));
  }

  end(machine: Machine): Uint8Array {
    const { to } = this.#window;
    const text = this.#open() + this.#written(to);
    return encoded(`${text}#${this.#time(to)}\n$comment ${endLine(stateOf(machine))} $end\n`);
  }

  contents(): string {
    return `${this.#changes} changes`;
  }

  #declareAll(): void {
    const { machine, software } = this.#scenario;
    const { contexts } = machine.core;
    // Reserves the names of these scopes first, so that names of cards cannot take them.
    for (const scope of ["threads_that_run", "traps", "lines", "queues", "frames"])
      this.#scopeOf(scope, scope);
    for (let context = 0; context < contextTotal(machine); context += 1) {
      const scope = `core_${Math.floor(context / contexts) + 1}_context_${(context % contexts) + 1}`;
      this.#declare(scope, "layer", "reg", LAYER_BITS, `layer ${context}`);
      this.#declare(scope, "state", "reg", LAYER_BITS, `state ${context}`);
      this.#declare(scope, "thread", "reg", THREAD_BITS, `thread ${context}`);
    }
    for (const [thread, { name }] of software.threads.entries())
      this.#declare("threads_that_run", name, "wire", 1, `runs ${thread}`);
    for (const thread of this.#nests.harts)
      this.#declare("traps", software.threads[thread]?.name ?? "", "reg", CAUSE_BITS, `trap ${thread}`);
    for (const [line, { name }] of linesOf(machine).entries())
      this.#declare("lines", name, "wire", 1, `line ${line}`);
    for (const [nic, { name }] of machine.nics.entries()) {
      this.#scopeOf(`nic ${nic}`, name);
      this.#declare(`nic ${nic}`, "rx_frames", "reg", FILL_BITS, `rx-fill ${nic}`);
      this.#declare(`nic ${nic}`, "tx_frames", "reg", FILL_BITS, `tx-fill ${nic}`);
    }
    for (const [queue, { name }] of software.queues.entries())
      this.#declare("queues", name, "reg", FILL_BITS, `queue-fill ${queue}`);
    for (const count of Object.keys(this.#counts))
      this.#declare("frames", count, "reg", COUNT_BITS, `count ${count}`);
  }

  #scopeOf(key: string, name: string) {
    const known = this.#scopes.get(key);
    if (known !== undefined) return known;
    const scope = { name: this.#scopeNames.add(name), names: new Names() };
    this.#scopes.set(key, scope);
    return scope;
  }

  #declare(key: string, name: string, kind: Kind, bits: number, place: string): void {
    const id = identifier(this.#variables.length);
    const scope = this.#scopeOf(key, key);
    const variable = { scope: scope.name, name: scope.names.add(name), kind, bits, id };
    this.#variables.push(variable);
    this.#byPlace.set(place, variable);
  }

  #head(origin: RunOrigin): string {
    const { name, software } = this.#scenario;
    const [version = "", ...about] = originLines(origin);
    const lines = [
      `$version ${version} $end`,
      `$comment ${safe(name)} $end`,
      ...about.map((line) => `$comment ${safe(line)} $end`),
      `$comment layer: ${sim_layer_names.map((layer, value) => `${value} ${layer}`).join(", ")} $end`,
      `$comment state: ${sim_run_state_names.map((state, value) => `${value} ${state}`).join(", ")} $end`,
      `$comment thread: ${safe(software.threads.map((one, value) => `${value} ${one.name}`).join(", "))}, x none $end`,
      ...(this.#nests.harts.length === 0
        ? []
        : ["$comment traps: mcause of the trap that a thread in machine mode handles, x none $end"]),
      "$timescale 1 ps $end",
      "$scope module irqscope $end",
    ];
    for (const scope of new Set(this.#variables.map((one) => one.scope))) {
      lines.push(`$scope module ${scope} $end`);
      for (const one of this.#variables)
        if (one.scope === scope) lines.push(`$var ${one.kind} ${one.bits} ${one.id} ${one.name} $end`);
      lines.push("$upscope $end");
    }
    return `${[...lines, "$upscope $end", "$enddefinitions $end"].join("\n")}\n`;
  }

  /** Values at the start of the window. */
  #open(): string {
    if (this.#isOpened) return "";
    this.#isOpened = true;
    const { from } = this.#window;
    this.#writtenCycle = from;
    const levels = (this.#levels?.now() ?? []).flatMap((change) => this.#linesOf(change));
    const counts = Object.keys(this.#counts).map((count) => this.#number(`count ${count}`, 0));
    const still = this.#scenario.software.threads.flatMap((_, thread) =>
      this.#running.includes(thread) ? [] : [this.#number(`runs ${thread}`, 0)],
    );
    const traps = this.#nests.harts.map((thread) => this.#trapOf(thread));
    const all = [...levels, ...still, ...traps, ...counts];
    return `#${this.#time(from)}\n$dumpvars\n${all.join("\n")}\n$end\n`;
  }

  #time(cycle: number): bigint {
    return (BigInt(cycle) * PICOSECONDS) / BigInt(this.#scenario.machine.clockHertz);
  }

  #linesOf(change: Change): readonly string[] {
    return change.what === "lane" ? this.#lane(change.index, change.lane) : [this.#levelOf(change)];
  }

  #levelOf({
    what,
    index,
    value,
  }: {
    readonly what: NumberLevel;
    readonly index: number;
    readonly value: number;
  }) {
    return this.#number(`${what} ${index}`, value);
  }

  #lane(context: number, { layer, runState, thread }: LaneLevel): readonly string[] {
    const isNone = thread === SIM_NONE_8 || runState === sim_run_state.waiting;
    const before = this.#running[context];
    const now = isNone || runState === sim_run_state.ready ? undefined : thread;
    this.#running[context] = now;
    const isElsewhere = this.#running.includes(before);
    return [
      this.#number(`layer ${context}`, layer),
      this.#number(`state ${context}`, runState),
      this.#number(`thread ${context}`, isNone ? undefined : thread),
      ...(before === undefined || isElsewhere ? [] : [this.#number(`runs ${before}`, 0)]),
      ...(now === undefined || now === before ? [] : [this.#number(`runs ${now}`, 1)]),
    ];
  }

  #trapOf(thread: number): string {
    return this.#number(`trap ${thread}`, this.#nests.now(thread).at(-1)?.mcause);
  }

  #counted({ kind, value }: MachineEvent): readonly string[] {
    const counts = this.#counts;
    switch (kind) {
      case "frame-offered":
        counts.offered += 1;
        return [this.#number("count offered", counts.offered)];
      case "frame-delivered":
        counts.delivered += 1;
        return [this.#number("count delivered", counts.delivered)];
      case "frame-dropped":
        counts.lost += unpackLoss(value).frames;
        return [this.#number("count lost", counts.lost)];
      default:
        return [];
    }
  }

  /** Undefined values are written as x. */
  #number(place: string, value: number | undefined): string {
    const variable = this.#byPlace.get(place);
    if (variable?.bits === 1) return `${value}${variable.id}`;
    return `b${value === undefined ? "x" : value.toString(2)} ${variable?.id}`;
  }

  #waitAll(cycle: number, lines: readonly string[]): void {
    for (const line of lines) this.#waiting.push({ cycle, line });
  }

  /** Writes all changes before the cycle. Events of layers come one cycle ahead. */
  #written(before: number): string {
    const due = this.#waiting.filter(({ cycle }) => cycle < before).sort((a, b) => a.cycle - b.cycle);
    this.#waiting = this.#waiting.filter(({ cycle }) => cycle >= before);
    this.#changes += due.length;
    let text = "";
    for (const { cycle, line } of due) {
      if (cycle > this.#writtenCycle) text += `#${this.#time(cycle)}\n`;
      this.#writtenCycle = Math.max(this.#writtenCycle, cycle);
      text += `${line}\n`;
    }
    return text;
  }
}

function identifier(index: number): string {
  const character = String.fromCharCode(FIRST_CHARACTER + (index % CHARACTERS));
  const rest = Math.floor(index / CHARACTERS);
  return rest === 0 ? character : character + identifier(rest - 1);
}

/** Makes names unique within one scope. Names that differ only by forbidden characters also become unique. */
class Names {
  readonly #taken = new Set<string>();

  add(text: string): string {
    const first = word(text);
    let name = first;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${first}_${number}`;
    this.#taken.add(name);
    return name;
  }
}

/** Replaces blanks and the characters with which readers separate scopes and bits (. : [ ]). Removes a leading
 * minus, which readers take for an option. */
const word = (text: string): string =>
  text
    .trim()
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, "_")
    .replace(/^-/, "_") || "_";
/** Keywords of the format begin with a dollar sign. */
const safe = (text: string): string => text.replaceAll(/[\s$]+/g, " ");
const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
