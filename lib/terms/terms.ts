/** The words of the page that not every reader knows: one sentence each, and where the documentation says more. */
export interface TermFacts {
  readonly name: string;
  readonly sentence: string;
  /** A heading of a page of docs/ that is built into the page (tools/docsPages.mjs). */
  readonly at: { readonly page: "model" | "expressions" | "guide"; readonly heading: string };
}

const model = (name: string, heading: string, sentence: string): TermFacts => ({
  name,
  sentence,
  at: { page: "model", heading },
});

export const TERMS = {
  "interrupt-latency": model(
    "interrupt latency",
    "Latency",
    "The cycles from the moment a line asks for attention until its handler's first instruction.",
  ),
  "latency-parts": model(
    "parts of a latency",
    "Latency",
    "What lies between two milestones of an interrupt or packet; the parts add up to the whole exactly.",
  ),
  p50: model("p50", "Latency", "The median: half of all latencies are at most this long."),
  p99: model(
    "p99",
    "Latency",
    "Of a hundred latencies ninety-nine are at most this long: what a bad case costs; not shown of fewer: it would be the maximum.",
  ),
  p999: model(
    "p99.9",
    "Latency",
    "Of a thousand latencies all but one are at most this long; not shown of fewer, where it would be the maximum.",
  ),
  drop: model(
    "drop",
    "NIC",
    "A frame that found no room, in the card's FIFO, in a ring or in a queue, and was lost.",
  ),
  layer: model(
    "software layer",
    "Threads",
    "The kind of software that a cycle is accounted to: application, system call, driver, protocol, the entry, or saving and restoring registers.",
  ),
  application: model(
    "application",
    "Threads",
    "The program the packets are for; it gets the cycles that driver and protocol leave over.",
  ),
  "system-call": model(
    "system call",
    "System calls",
    "The application asks the kernel for something, as to send a packet or to read one.",
  ),
  "kernel-copy": model(
    "kernel copy",
    "Threads",
    "Bytes of a packet are moved between the kernel's buffers and the application's.",
  ),
  "driver-isr": model(
    "driver ISR",
    "Priorities and recognition",
    "The interrupt service routine: the part of the driver that runs at once when its line is recognised.",
  ),
  protocol: model(
    "protocol",
    "Threads",
    "Work on packets outside the handler, as a soft interrupt or a thread of the kernel: IP, UDP, sockets.",
  ),
  "save-restore": model(
    "save/restore",
    "Entry",
    "Cycles in which registers move to memory and back, because their context is needed for another activity.",
  ),
  stall: model(
    "stall",
    "Pipeline",
    "A cycle in which an instruction could not move on: for a load's result, a branch, memory or the bus.",
  ),
  idle: model("idle", "Threads", "Cycles in which no thread had anything to do on the context."),
  "load-use": model(
    "load-use",
    "Pipeline",
    "An instruction needs what the load just before it brings, and waits until the data are there.",
  ),
  "write-back": model(
    "write-back",
    "Caches",
    "A store stays in the cache, which writes the line to the next level when it is replaced; write-through: at once.",
  ),
  "store-buffer": model(
    "store buffer",
    "Memory",
    "Stores wait in it for the bus, so that the processor goes on; it stops only when every entry is taken.",
  ),
  "pinned-ways": model(
    "pinned ways",
    "Caches",
    "Places of a cache that only chosen code and data may fill: nothing else can push them out.",
  ),
  priority: model(
    "priority",
    "Priorities and recognition",
    "Who goes first when several want the same: a small number is a high priority.",
  ),
  trigger: model(
    "trigger",
    "Interrupt lines",
    "What makes a line pending: that it is high (level), that it rises (edge), or each event by itself (message).",
  ),
  "selection-policy": model(
    "selection policy",
    "Cores, contexts, cpus",
    "Which register context may fetch: one alone, the one an event asks for, or several in turns or at once.",
  ),
  softirq: model(
    "softirq",
    "Threads",
    "A soft interrupt of Linux: the protocol's work, put off by the handler and run with interrupts on.",
  ),
  "entry-sequence": model(
    "entry sequence",
    "Entry",
    "What the hardware does between the last instruction of the interrupted program and the handler's first.",
  ),
  "soft-interrupt": model(
    "soft interrupt",
    "Threads",
    "Work that a handler puts off: raised by software, run when nothing more urgent is there (softirq).",
  ),
  "context-switch": model(
    "context switch",
    "Activities and contexts",
    "The pipeline goes on with another register context; with several in hardware this costs no save.",
  ),
  "register-save": model(
    "register save",
    "Activities and contexts",
    "The registers of an activity go to memory, because its context is needed for another.",
  ),
  ipc: model(
    "IPC",
    "Pipeline",
    "Instructions completed per cycle; one pipeline that issues one reaches at most 1.",
  ),
  "state-hash": model(
    "state hash",
    "Invariants, at every cycle",
    "A fingerprint of the whole machine: the same scenario and cycle give the same one everywhere.",
  ),
  coalescing: model(
    "coalescing",
    "NIC",
    "The card waits for several frames, or a while, before it asks for one interrupt for all of them.",
  ),
  raised: model(
    "raised",
    "What is said in words",
    "How long a device has been asserting its interrupt line; where a handler has run since, findings count from the end of that run.",
  ),
  starvation: model(
    "starvation",
    "What is said in words",
    "A thread could run, or its interrupt was pending and no earlier run of its handler under way, and it did not run.",
  ),
  livelock: model(
    "livelock",
    "What is said in words",
    "So many interrupts that the work they announce is never done: busy, and nothing is delivered.",
  ),
  packet: model(
    "packet, frame, slot",
    "NIC",
    "A frame is a packet on the wire and in the card's ring; a slot is the place for one in a ring or queue.",
  ),
  "receive-ring": model(
    "receive ring",
    "NIC",
    "Places in memory that the card fills and the driver empties in the same order; a frame that finds it full is lost.",
  ),
  backlog: model(
    "backlog",
    "Threads",
    "The queue between driver and protocol: packets that were taken from the card and still wait for their work.",
  ),
  pending: model(
    "pending",
    "Priorities and recognition",
    "A device has asked for the processor and has not got it yet.",
  ),
  masked: model(
    "masked",
    "Priorities and recognition",
    "No interrupt is taken for the time being: it stays pending until the mask is lifted.",
  ),
  contexts: model(
    "context",
    "Cores, contexts, cpus",
    "A set of registers in hardware; with several of them another program runs on at once, and nothing is saved.",
  ),
  registers: model(
    "registers",
    "Activities and contexts",
    "The few values inside the processor that a program works with; for another program they are saved, later restored.",
  ),
} as const satisfies Readonly<Record<string, TermFacts>>;

export type TermId = keyof typeof TERMS;

/** As in the built pages: words in lower case, joined. */
export function headingId(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** From the page itself; `dist/docs` lies beside it. */
export function termAddress({ at }: TermFacts): string {
  return `docs/${at.page}.html#${headingId(at.heading)}`;
}
