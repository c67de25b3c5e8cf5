/** Writes a run as a trace for Perfetto: a track for each context, line and device, counters of rings and queues, and
 * an arrow for each packet from its offer over DMA to its delivery or loss. */
import {
  type Machine,
  SIM_NONE_8,
  sim_interrupt_part_names,
  sim_packet_part_names,
  sim_run_state,
} from "../../../core-wasm/binding/index.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { someStep } from "../../../scenarios/software/steps.ts";
import type { MachineEvent } from "../../events/events.ts";
import { originNotes, type RunOrigin } from "../../origin.ts";
import { nanosecondsOf } from "../clock.ts";
import { type RunFile, stateOf } from "../file.ts";
import { type InterruptEnd, type InterruptEnds, interruptEnds } from "../interruptEnds.ts";
import { type Change, Levels } from "../levels.ts";
import { type PacketEnd, packetEnds } from "../packetEnds.ts";
import { fateText } from "../tables.ts";
import type { Batch, Window } from "../walk.ts";
import { type Lanes, lanes, type TrapTracks, trapTracks } from "./lanes.ts";
import { type Places, places } from "./places.ts";
import { Trace, type Track } from "./trace.ts";

/** Numbers of interrupt arrows follow the numbers of packets. */
const INTERRUPT_FLOWS = 2 ** 33;
const NONE = 0xffffffff;

export function perfettoFile(scenario: Scenario, window: Window): RunFile {
  return new PerfettoFile(scenario, window);
}

class PerfettoFile implements RunFile {
  readonly #scenario: Scenario;
  readonly #window: Window;
  readonly #trace = new Trace();
  /** Track that describes the origin of the trace. */
  readonly #about: Track;
  readonly #lanes: Lanes;
  readonly #places: Places;
  readonly #packets = packetEnds();
  readonly #interrupts: InterruptEnds;
  readonly #traps: TrapTracks;
  readonly #running: (number | undefined)[] = [];
  readonly #delivers: ReadonlySet<number>;
  /** Tracks on which a slice is open. */
  readonly #open = new Set<Track>();
  #levels: Levels | undefined;
  #isOpened = false;
  #packetCount = 0;

  constructor(scenario: Scenario, window: Window) {
    this.#scenario = scenario;
    this.#window = window;
    this.#interrupts = interruptEnds(scenario);
    this.#lanes = lanes(scenario, this.#trace);
    this.#places = places(scenario, this.#trace);
    this.#traps = trapTracks(scenario, this.#trace, (cycle) => this.#at(cycle));
    this.#about = this.#trace.track("irqscope");
    this.#delivers = new Set(
      scenario.software.threads.flatMap(({ steps }, thread) =>
        someStep(steps, (step) => step.do === "deliver" || step.do === "reap") ? [thread] : [],
      ),
    );
  }

  begin(machine: Machine, origin: RunOrigin): Uint8Array {
    this.#levels = new Levels(this.#scenario, machine);
    this.#tell("origin", this.#window.from, originNotes(origin));
    for (const change of this.#levels.now()) this.#noteLane(change);
    return this.#trace.take();
  }

  take(batch: Batch): Uint8Array {
    const packets = new Map(this.#packets.take(batch).map((end) => [end.number, end]));
    const interrupts = this.#interrupts.take(batch);
    if (batch.isWithin && !this.#isOpened) this.#openAll(batch.fromCycle);
    for (const event of batch.events) {
      const change = this.#levels?.note(event);
      if (change !== undefined) this.#noteLane(change);
      this.#traps.note(event, batch.isWithin, interruptFlow);
      if (!batch.isWithin) continue;
      if (change !== undefined) this.#change(change, event.cycle);
      this.#event(event, packets);
    }
    if (batch.isWithin) for (const end of interrupts) this.#interrupt(end);
    return this.#trace.take();
  }

  end(machine: Machine): Uint8Array {
    if (!this.#isOpened) this.#openAll(this.#window.from);
    const at = this.#at(this.#window.to);
    for (const end of this.#packets.rest()) this.#underWay(end);
    for (const end of this.#interrupts.rest()) this.#interrupt(end);
    for (const track of this.#open) this.#trace.end(track, at);
    this.#lanes.close(at);
    this.#traps.close(at);
    this.#tell("end", this.#window.to, { ...stateOf(machine) });
    return this.#trace.take();
  }

  contents(): string {
    return `${this.#packetCount} packets`;
  }

  #at(cycle: number): number {
    return nanosecondsOf(cycle, this.#scenario.machine.clockHertz);
  }

  #tell(name: string, cycle: number, notes: Readonly<Record<string, string | number>>): void {
    this.#trace.instant({
      ...{ track: this.#about, nanoseconds: this.#at(cycle), name, category: "about", notes },
    });
  }

  #openAll(cycle: number): void {
    this.#isOpened = true;
    for (const change of this.#levels?.now() ?? []) this.#change(change, cycle);
    this.#traps.open(this.#at(cycle));
  }

  #noteLane(change: Change): void {
    if (change.what !== "lane") return;
    const { runState, thread } = change.lane;
    this.#running[change.index] = runState === sim_run_state.running ? thread : undefined;
  }

  #change(change: Change, cycle: number): void {
    const at = this.#at(cycle);
    if (change.what === "lane") this.#lanes.change(change.index, at, change.lane);
    else if (change.what === "line") this.#level(change.index, at, change.value === 1);
    else {
      const counter = this.#places.counter(change.what, change.index);
      if (counter !== undefined) this.#trace.count(counter, at, change.value);
    }
  }

  #level(line: number, at: number, isUp: boolean): void {
    const track = this.#places.line(line)?.level;
    if (track === undefined) return;
    if (isUp) this.#begin(track, at, "asserted", "line");
    else this.#end(track, at);
  }

  #begin(track: Track, nanoseconds: number, name: string, category: string, flow?: number): void {
    this.#end(track, nanoseconds);
    this.#open.add(track);
    this.#trace.begin({ track, nanoseconds, name, category, ...(flow === undefined ? {} : { flow }) });
  }

  #end(track: Track, nanoseconds: number): void {
    if (this.#open.delete(track)) this.#trace.end(track, nanoseconds);
  }

  #event(event: MachineEvent, packets: ReadonlyMap<number, PacketEnd>): void {
    const { kind, cycle, subject, value } = event;
    const at = this.#at(cycle);
    switch (kind) {
      case "frame-delivered":
      case "frame-dropped":
      case "frame-merged": {
        const end = packets.get(subject);
        if (end !== undefined) this.#packet(end, cycle);
        break;
      }
      case "dma-begin":
        this.#begin(
          this.#places.dma,
          at,
          "transfer",
          "dma",
          subject === NONE ? undefined : packetFlow(subject),
        );
        break;
      case "dma-end":
        this.#end(this.#places.dma, at);
        break;
      case "handler-entered":
        this.#entered(event);
        break;
      case "locked": {
        const track = this.#places.lock(subject);
        if (track !== undefined) this.#begin(track, at, this.#threadName(value), "lock");
        break;
      }
      case "unlocked": {
        const track = this.#places.lock(subject);
        if (track !== undefined) this.#end(track, at);
        break;
      }
      default: {
        const mark = this.#places.device(kind, subject);
        if (mark !== undefined) this.#trace.instant({ ...mark, nanoseconds: at });
      }
    }
  }

  #threadName(thread: number): string {
    return this.#scenario.software.threads[thread]?.name ?? "nobody";
  }

  #entered({ context, subject, value, cycle }: MachineEvent): void {
    if (context === SIM_NONE_8) return;
    const isOfLine = value !== NONE;
    this.#trace.instant({
      track: this.#lanes.track(context),
      nanoseconds: this.#at(cycle),
      name: `${this.#threadName(subject)} entered`,
      category: "interrupt",
      ...(isOfLine ? { flow: interruptFlow(value), isFlowEnd: true } : {}),
    });
  }

  #packet(end: PacketEnd, cycle: number): void {
    this.#packetCount += 1;
    const { fate, offeredCycle, endCycle = cycle + 1, beginCycle, parts, direction } = end;
    const card = this.#places.card(end.nic);
    this.#offered(end);
    const from = beginCycle ?? offeredCycle ?? cycle;
    const track = (direction === "send" ? card.sent : card.received).take(from, endCycle);
    const notes = { fate: fateText(fate), cycles: endCycle - from, ...notesOf(end) };
    const flow = packetFlow(end.number);
    const { number } = end;
    this.#slice(track, from, endCycle, { name: "packet", number, notes, flow }, sim_packet_part_names, parts);
    if (fate.kind === "dropped") {
      const lost = end.queue === undefined ? card.losses : this.#places.queueLosses(end.queue);
      this.#arrowEnd(lost, cycle, fate.cause, end);
    } else if (fate.kind === "delivered") this.#arrowEnd(this.#deliveringTrack(), cycle, "delivered", end);
  }

  #offered(end: PacketEnd): void {
    const { offeredCycle, number, nic } = end;
    if (offeredCycle === undefined) return;
    this.#trace.instant({
      track: this.#places.card(nic).wire,
      nanoseconds: this.#at(offeredCycle),
      name: "packet",
      number,
      category: "packet",
      notes: notesOf(end),
      flow: packetFlow(number),
    });
  }

  #arrowEnd(track: Track | undefined, cycle: number, name: string, { number }: PacketEnd): void {
    if (track === undefined) return;
    const notes = { packet: number };
    const flow = packetFlow(number);
    this.#trace.instant({
      ...{ track, nanoseconds: this.#at(cycle), name, category: "packet", notes, flow },
      isFlowEnd: true,
    });
  }

  /** Track of the context whose thread delivers packets. Events of deliveries name no context, so this is undefined if
   * several contexts run such a thread, or none does. */
  #deliveringTrack(): Track | undefined {
    const contexts = [...this.#running.keys()].filter((context) =>
      this.#delivers.has(this.#running[context] ?? -1),
    );
    return contexts.length === 1 && contexts[0] !== undefined ? this.#lanes.track(contexts[0]) : undefined;
  }

  #underWay(end: PacketEnd): void {
    this.#packetCount += 1;
    this.#offered(end);
  }

  #interrupt({ number, source, line, thread, beginCycle, endCycle, parts, raisedCycle }: InterruptEnd): void {
    const slots =
      source === "line"
        ? this.#places.line(line ?? -1)?.interrupts
        : this.#traps.interrupts(thread ?? -1, source);
    const from = beginCycle ?? raisedCycle;
    if (slots === undefined || from === undefined) return;
    const to = endCycle ?? this.#window.to;
    const name = endCycle === undefined ? "interrupt under way" : "interrupt";
    const flow = interruptFlow(number);
    const notes = { cycles: to - from };
    const track = slots.take(from, to);
    this.#slice(track, from, to, { name, number, notes, flow }, sim_interrupt_part_names, parts);
  }

  /** Writes a slice that contains its parts as slices. */
  #slice(
    track: Track,
    from: number,
    to: number,
    told: {
      readonly name: string;
      readonly number: number;
      readonly notes: Readonly<Record<string, string | number>>;
      readonly flow: number;
    },
    names: readonly string[],
    parts: readonly number[] | undefined,
  ): void {
    this.#trace.begin({ ...told, track, nanoseconds: this.#at(from), category: "latency" });
    let at = from;
    for (const [index, cycles] of (parts ?? []).entries()) {
      if (cycles === 0) continue;
      const notes = { cycles };
      const name = names[index] ?? "";
      this.#trace.begin({ track, nanoseconds: this.#at(at), name, category: "part", notes });
      at += cycles;
      this.#trace.end(track, this.#at(at));
    }
    this.#trace.end(track, this.#at(to));
  }
}

const interruptFlow = (number: number): number => INTERRUPT_FLOWS + number;

/** Never 0, because 0 means no arrow. */
const packetFlow = (number: number): number => number + 1;

const notesOf = ({ number, sizeBytes }: PacketEnd): Readonly<Record<string, number>> => ({
  packet: number,
  ...(sizeBytes === undefined ? {} : { bytes: sizeBytes }),
});
