/** Terms of the page that not every reader knows: one sentence each, and the place in the documentation that explains
 * more. */
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
    "The time between two milestones of an interrupt or packet; the parts add up exactly to the whole.",
  ),
  p50: model("p50", "Latency", "The median: half of all latencies are at most this long."),
  p99: model(
    "p99",
    "Latency",
    "Ninety-nine of a hundred latencies are at most this long; with fewer values p99 would be the maximum, so it is not shown.",
  ),
  p999: model(
    "p99.9",
    "Latency",
    "All but one of a thousand latencies are at most this long; with fewer values p99.9 would be the maximum, so it is not shown.",
  ),
  drop: model(
    "drop",
    "NIC",
    "A frame is lost when it finds no room in the card's FIFO, in a ring or in a queue.",
  ),
  layer: model(
    "software layer",
    "Threads",
    "The kind of software that a cycle belongs to: application, system call, driver, protocol, entry, or save and restore.",
  ),
  application: model(
    "application",
    "Threads",
    "The program the packets are for; it gets the cycles that driver and protocol leave.",
  ),
  "system-call": model(
    "system call",
    "System calls",
    "The application asks the kernel for something, such as sending or reading a packet.",
  ),
  "kernel-copy": model(
    "kernel copy",
    "Threads",
    "The kernel moves the bytes of a packet between its buffers and the application's.",
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
    "An instruction needs the result of the load just before it, and waits until the data arrive.",
  ),
  "write-back": model(
    "write-back",
    "Caches",
    "A store stays in the cache, which writes the line to the next level when the line is replaced; with write-through, at once.",
  ),
  "store-buffer": model(
    "store buffer",
    "Memory",
    "Stores wait here for the bus while the processor continues; it stops only when every entry is taken.",
  ),
  "pinned-ways": model(
    "pinned ways",
    "Caches",
    "Part of a cache reserved for chosen code and data: nothing else can evict them.",
  ),
  priority: model(
    "priority",
    "Priorities and recognition",
    "What decides when several activities want the same thing: a lower number is more urgent.",
  ),
  trigger: model(
    "trigger",
    "Interrupt lines",
    "What makes a line pending: a high level (level), a rising edge (edge), or each single event (message).",
  ),
  "selection-policy": model(
    "selection policy",
    "Cores, contexts, cpus",
    "Which register context may fetch: the only one, the one that an event asks for, or several, in turns or at once.",
  ),
  softirq: model(
    "softirq",
    "Threads",
    "A soft interrupt of Linux: protocol work that the handler postpones and that runs with interrupts on.",
  ),
  "entry-sequence": model(
    "entry sequence",
    "Entry",
    "What the hardware does between the last instruction of the interrupted program and the handler's first.",
  ),
  "soft-interrupt": model(
    "soft interrupt",
    "Threads",
    "Work that a handler postpones: software raises it, and it runs when nothing more urgent is ready (softirq).",
  ),
  "context-switch": model(
    "context switch",
    "Activities and contexts",
    "The pipeline goes on with another register context; with several in hardware this costs no save.",
  ),
  "register-save": model(
    "register save",
    "Activities and contexts",
    "The registers of an activity go to memory because another activity needs its context.",
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
    "How long a device has been asserting its interrupt line; if a handler has run since, findings count from the end of that run.",
  ),
  starvation: model(
    "starvation",
    "What is said in words",
    "A thread could have run but did not, or its interrupt stayed pending although no earlier run of its handler was in progress.",
  ),
  livelock: model(
    "livelock",
    "What is said in words",
    "So many interrupts that the work they announce is never done: the processor is busy, but delivers nothing.",
  ),
  packet: model(
    "packet, frame, slot",
    "NIC",
    "A frame is a packet on the wire and in the card's ring; a slot is the place for one in a ring or queue.",
  ),
  "receive-ring": model(
    "receive ring",
    "NIC",
    "Slots in memory that the card fills and the driver empties in the same order; a frame that finds the ring full is lost.",
  ),
  backlog: model(
    "backlog",
    "Threads",
    "The queue between driver and protocol: packets that the driver has taken from the card and that wait for the protocol.",
  ),
  pending: model(
    "pending",
    "Priorities and recognition",
    "A device has requested an interrupt that the processor has not taken yet.",
  ),
  masked: model(
    "masked",
    "Priorities and recognition",
    "The processor does not take the interrupt for now: it stays pending until it is unmasked.",
  ),
  contexts: model(
    "context",
    "Cores, contexts, cpus",
    "A set of registers in hardware; with several sets, another program can run at once, and nothing needs saving.",
  ),
  registers: model(
    "registers",
    "Activities and contexts",
    "The few values inside the processor that a program works with; they are saved before another program runs and restored later.",
  ),
} as const satisfies Readonly<Record<string, TermFacts>>;

export type TermId = keyof typeof TERMS;

/** Id as in the built pages: words in lower case, joined. */
export function headingId(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** Address relative to the page, which has `docs` beside it. */
export function termAddress({ at }: TermFacts): string {
  return `docs/${at.page}.html#${headingId(at.heading)}`;
}
