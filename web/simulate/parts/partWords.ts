/** For each kind of part on the stage: its name, purpose, present value and actions. */
import type { PartKind } from "../../../scenarios/story/parts.ts";
import { ROW_KINDS } from "../../devices/kinds.ts";
import type { HeldPacket, MachineView } from "../../engine/protocol.ts";
import { t, tCount } from "../../text/t.ts";
import { contextName } from "../../ui/contextName.ts";
import { formatInteger } from "../../ui/format.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { ringFrames } from "../stage/nics.ts";

export interface PartWords {
  readonly name: string;
  /** One sentence about its purpose. */
  readonly sentence: string;
  /** Present value. Undefined if the drawing of the part shows it. */
  readonly value?: string | undefined;
  /** Track in the timeline: its kind and number. */
  readonly track?: { readonly kind: string; readonly index: number } | undefined;
  /** Path of the field that sets it, in the open scenario. */
  readonly field?: readonly (string | number)[] | undefined;
  /** Condition of a breakpoint that is about it, and its words. */
  readonly stop?: { readonly condition: string; readonly words: string } | undefined;
  /** True if packets pass through it. */
  readonly hasPackets?: boolean;
  /** The first packet in the part. */
  readonly first?: HeldPacket | undefined;
}

interface Known {
  readonly view: MachineView;
  readonly facts: MachineInfo;
}

type Words = (name: string, known: Known) => PartWords | undefined;

const indexIn = (entries: readonly { readonly name: string }[], name: string) =>
  entries.findIndex((one) => one.name === name);
const quoted = (name: string) => JSON.stringify(name);

const wire: Words = (name, { view, facts }) => {
  const index = indexIn(facts.nics, name);
  const nic = view.nics[index];
  if (nic === undefined) return undefined;
  const wait = nic.nextArrivalCycle === undefined ? undefined : nic.nextArrivalCycle - view.cycle;
  return {
    name: t("wire of {name}", { name }),
    sentence: t("Frames come in here one after another, at most at the line rate."),
    value:
      wait === undefined
        ? undefined
        : t("next frame in {cycles} cycles", { cycles: formatInteger(Math.max(0, wait)) }),
    field: ["machine", "nics", index, "lineRateBitPerSecond"],
    track: { kind: "rx", index },
    hasPackets: true,
  };
};

const ring: Words = (name, { view, facts }) => {
  const index = indexIn(facts.nics, name);
  const [nic, of] = [view.nics[index], facts.nics[index]];
  if (nic === undefined || of === undefined) return undefined;
  return {
    name: t("receive ring of {name}", { name }),
    sentence: t("The card puts frames in, the driver takes them out. A frame that finds it full is lost."),
    value: t("{fill} of {capacity} frames", { fill: nic.rxFill, capacity: ringFrames(of) }),
    track: { kind: "rx", index },
    field: ["machine", "nics", index, "rxRingFrames"],
    stop: {
      condition: `nic[${quoted(name)}].ring.fill >= nic[${quoted(name)}].ring.capacity`,
      words: t("{store} is full", { store: t("receive ring of {name}", { name }) }),
    },
    hasPackets: true,
    first: view.held.rings[index]?.[0],
  };
};

const txqueue: Words = (name, { view, facts }) => {
  const index = indexIn(facts.nics, name);
  const nic = view.nics[index];
  if (nic === undefined) return undefined;
  return {
    name: t("send queue of {name}", { name }),
    sentence: t("Frames wait here until the wire is free."),
    value: tCount(nic.txFill, "{count} frame", "{count} frames"),
    track: { kind: "tx", index },
    field: ["machine", "nics", index, "txQueueFrames"],
    hasPackets: true,
  };
};

const card: Words = (name, { view, facts }) => {
  const index = indexIn(facts.nics, name);
  const nic = view.nics[index];
  if (nic === undefined) return undefined;
  return {
    name: t("network card {name}", { name }),
    sentence: t(
      "It writes received frames into memory without the processor and then requests an interrupt.",
    ),
    value: t("{delivered} of {offered} packets delivered", {
      delivered: formatInteger(nic.delivered),
      offered: formatInteger(nic.offered),
    }),
    track: { kind: "rx", index },
    field: ["machine", "nics", index],
    hasPackets: true,
  };
};

const drops: Words = (name, { view, facts }) => {
  const index = indexIn(facts.nics, name);
  const nic = view.nics[index];
  if (nic === undefined) return undefined;
  return {
    name: t("losses of {name}", { name }),
    sentence: t("Frames that found no room in the card or its ring."),
    value: tCount(nic.dropped, "{count} frame", "{count} frames"),
    track: { kind: "rx", index },
    stop: { condition: "dropped > 0", words: t("a frame is lost") },
  };
};

const device: Words = (name, known) => {
  const { facts } = known;
  const kind = ROW_KINDS.find(({ list }) => indexIn(facts[list], name) >= 0);
  if (kind === undefined) return card(name, known);
  const index = indexIn(facts[kind.list], name);
  return {
    name: t("device {name}", { name }),
    sentence: kind.purpose(),
    field: ["machine", kind.list, index],
    track: kind.track && { kind: kind.track, index },
  };
};

const line: Words = (name, { view, facts }) => {
  const index = indexIn(facts.lines, name);
  const one = view.lines[index];
  if (one === undefined) return undefined;
  return {
    name: t("interrupt line {name}", { name }),
    sentence: `${t(
      "While it is up, its device asks for the processor. How urgent that is, its priority says: small is high.",
    )} ${triggerSentence(facts.lines[index]?.trigger)}`,
    value: one.masked ? t("masked") : one.pending ? t("pending") : t("clear"),
    track: { kind: "interrupts", index: 0 },
  };
};

function triggerSentence(trigger: MachineInfo["lines"][number]["trigger"] | undefined): string {
  switch (trigger) {
    case "level":
      return t("Level: it stays up until its device was served.");
    case "edge":
      return t("Edge: each time it rises is one request.");
    default:
      return "";
  }
}

const controller: Words = () => ({
  name: t("interrupt controller"),
  sentence: t("It tells the processor of the most urgent line that is up and not masked."),
  track: { kind: "interrupts", index: 0 },
  field: ["machine", "interrupts"],
});

const entry: Words = (_, { facts }) => (areTraps(facts) ? traps() : entrySequence());

/** True if harts take all interrupts, so that no thread is entered. */
function areTraps({ described, threads }: MachineInfo): boolean {
  return (
    described.software.threads.some(({ machineMode }) => machineMode) &&
    threads.every(({ start }) => start === "always")
  );
}

const traps = () => ({
  name: t("traps"),
  sentence: t(
    "What a hart does for an interrupt: it recognises it between two instructions, puts its place into mepc and the cause into mcause, drains its pipeline and fetches the handler at mtvec. It saves nothing: the handler does.",
  ),
  track: { kind: "interrupts" as const, index: 0 },
  field: ["machine", "interrupts"],
});

const entrySequence = () => ({
  name: t("entry sequence"),
  sentence: t(
    "What the processor does before the handler: it drains its pipeline, puts status (SR) and place (PC) away, shuts out other interrupts (clear enable), finds the handler (vector), saves registers.",
  ),
  track: { kind: "interrupts" as const, index: 0 },
  field: ["machine", "interrupts"],
});

const core: Words = (name) => ({
  name: t("core {name}", { name }),
  sentence: t("It runs one thread at a time in its pipeline, or alternates between a few."),
  track: { kind: "ipc", index: Number(name) - 1 },
  field: ["machine", "core"],
});

const pipeline: Words = (name) => ({
  name: t("pipeline of core {name}", { name }),
  sentence: t("Instructions move one stage a cycle. Hatched: one waits, for an operand or for memory."),
  track: { kind: "ipc", index: Number(name) - 1 },
  field: ["machine", "core", "pipeline"],
});

const context: Words = (name, { view, facts }) => {
  const index = Number(name) - 1;
  const frame = view.frames.find((one) => one.context === index && !one.inMemory);
  const thread = frame === undefined ? undefined : facts.threads[frame.thread]?.name;
  return {
    name: t("context {name}", { name: contextName(index, facts.cores) }),
    sentence:
      frame?.interruptsEnabled === false
        ? t("A set of registers in hardware. Masked: what runs in it is not interrupted.")
        : t("A set of registers in hardware. A thread whose context it is needs no saving."),
    value: thread === undefined ? t("free") : t("holds {thread}", { thread }),
    track: { kind: "lane", index },
    field: ["machine", "core", "contexts"],
  };
};

const saved: Words = (_, { view }) => ({
  name: t("saved registers"),
  sentence: t("What was interrupted waits here, in memory, until its registers are loaded again."),
  value: tCount(view.frames.filter((one) => one.inMemory).length, "{count} set", "{count} sets"),
  field: ["machine", "interrupts", "saveRestore"],
});

const thread: Words = (name, { facts }) => {
  const index = indexIn(facts.threads, name);
  const of = facts.threads[index];
  if (of === undefined) return undefined;
  return {
    name: t("thread {name}", { name }),
    sentence:
      of.start === "soft"
        ? t(
            "A soft interrupt: software asks for it, and it runs when nothing more urgent wants the processor.",
          )
        : t("A piece of software with a priority of its own: small is high."),
    value: t("priority {priority}", { priority: of.priority }),
    track: of.contexts[0] === undefined ? undefined : { kind: "lane", index: of.contexts[0] },
    field: ["software", "threads", index],
    stop: {
      condition: `thread[${quoted(name)}].running == 1`,
      words: t("start of {name}", { name }),
    },
    hasPackets: true,
  };
};

const queue: Words = (name, { view, facts }) => {
  const index = indexIn(facts.queues, name);
  const of = facts.queues[index];
  if (of === undefined) return undefined;
  return {
    name: t("queue {name}", { name }),
    sentence: t("One thread puts packets in, another takes them out. A packet that finds it full is lost."),
    value: t("{fill} of {capacity} packets", { fill: view.queueFill[index] ?? 0, capacity: of.capacity }),
    track: { kind: "queue", index },
    field: ["software", "queues", index, "capacity"],
    stop: {
      condition: `queue[${quoted(name)}].fill >= queue[${quoted(name)}].capacity`,
      words: t("{store} is full", { store: name }),
    },
    hasPackets: true,
    first: view.held.queues[index]?.[0],
  };
};

const lock: Words = (name, { view, facts }) => {
  const index = facts.locks.indexOf(name);
  const holder = view.locks[index]?.holder;
  return {
    name: t("lock {name}", { name }),
    sentence: t("One thread has it at a time; the others wait."),
    value:
      holder === undefined ? t("free") : t("held by {thread}", { thread: facts.threads[holder]?.name ?? "" }),
    field: ["software", "locks", index],
  };
};

const cache: Words = (name) => ({
  name: t("cache {name}", { name: name.toUpperCase() }),
  sentence: t(
    "Its colours say which layer brought the lines. What an interrupt pushes out has to be fetched again.",
  ),
  track: { kind: "misses", index: 0 },
  field: ["machine", "memory"],
});

const bus: Words = (_, { view }) => ({
  name: t("memory bus"),
  sentence: t("Processor and cards reach memory over it, one at a time."),
  value:
    view.bus.holder === "dma"
      ? t("a card has it")
      : view.bus.holder === "cpu"
        ? t("the processor has it")
        : t("idle"),
  track: { kind: "dma", index: 0 },
  field: ["machine", "bus"],
});

const memory: Words = () => ({
  name: t("packets in memory"),
  sentence: t("Packets that a driver has taken from its card and still holds."),
  hasPackets: true,
});

/** The kinds that the stage draws. */
export const STAGE_WORDS = {
  wire,
  ring,
  txqueue,
  card,
  drops,
  status: card,
  device,
  line,
  controller,
  entry,
  core,
  pipeline,
  context,
  saved,
  thread,
  queue,
  lock,
  cache,
  bus,
  memory,
} as const satisfies Partial<Readonly<Record<PartKind, Words>>>;

/** Undefined if the stage has no such part. */
export function partWords(kind: PartKind, name: string, known: Known): PartWords | undefined {
  return Object.hasOwn(STAGE_WORDS, kind)
    ? STAGE_WORDS[kind as keyof typeof STAGE_WORDS](name, known)
    : undefined;
}

/** The part of the stage that belongs to a track of the timeline. Undefined if there is none. */
export function partOfTrack(kind: string, index: number, facts: MachineInfo): string | undefined {
  switch (kind) {
    case "rx":
      return partOf("ring", facts.nics[index]?.name);
    case "tx":
      return partOf("txqueue", facts.nics[index]?.name);
    case "queue":
      return partOf("queue", facts.queues[index]?.name);
    case "line":
      return partOf("line", facts.lines[index]?.name);
    case "interrupts":
      return "controller";
    case "lane":
    case "cpu":
      return `context:${index + 1}`;
    case "dma":
    case "bus":
      return "bus";
    case "misses":
      return "cache:l1d";
    case "ipc":
      return `pipeline:${index + 1}`;
    default: {
      const devices = ROW_KINDS.find(({ track }) => track === kind);
      return devices && partOf("device", facts[devices.list][index]?.name);
    }
  }
}

const partOf = (kind: string, name: string | undefined) =>
  name === undefined ? undefined : `${kind}:${name}`;
