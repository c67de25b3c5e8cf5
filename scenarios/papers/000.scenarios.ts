/** Scenarios of source 000 beyond the driver layer. */
import { sourcesScenario } from "./000.sources.ts";
import {
  evenSecond,
  PACKETS,
  packetBytes,
  randomSecond,
  repeated,
  type TraceEvent,
  thinkNanoseconds,
} from "./000.trace.ts";

interface GeneratedScenario {
  readonly id: string;
  readonly scenario: unknown;
}

/** Figure 6, in cycles. */
const DRIVER = { send: 2756, txDone: 536, rxDone: 2228 };
/** Section 5.2: the driver is 13 % of a receive and 22 % of a send. */
const ABOVE_DRIVER = {
  receive: Math.round(DRIVER.rxDone / 0.13) - DRIVER.rxDone,
  send: Math.round((DRIVER.send + DRIVER.txDone) / 0.22) - DRIVER.send - DRIVER.txDone,
};
/** Cycles of a call that sends nothing: a free parameter. */
const CALL_CYCLES = 2000;

/** Cycles of an event on three contexts: recognition 1, drain 3, entry 6, and 6 more for a queued soft interrupt. */
const WORK = {
  receive: 1 + 3 + 6 + DRIVER.rxDone + 6 + ABOVE_DRIVER.receive,
  send: 1 + 3 + 6 + ABOVE_DRIVER.send + DRIVER.send + 6 + DRIVER.txDone,
  call: 1 + 3 + 6 + CALL_CYCLES,
};

const SECONDS = 5;
/** Shorter than the trace, so that no machine reaches its end. */
const RUN_CYCLES = 200_000_000 * SECONDS - 20_000_000;

const routine = (name: string, cycles: number) => ({ name, kind: "cycles", cycles });
const exec = (name: string, layer?: string) => ({ do: "exec", routine: name, ...(layer ? { layer } : {}) });

const ROUTINES = {
  application: routine("application loop", 100_000),
  rxDone: routine("Driver ISR (Rx done)", DRIVER.rxDone),
  txDone: routine("Driver ISR (Tx done)", DRIVER.txDone),
  driverSend: routine("Driver Send", DRIVER.send),
  receive: routine("IP, UDP, Socket (receive)", ABOVE_DRIVER.receive),
  send: routine("Socket, UDP, IP (send)", ABOVE_DRIVER.send),
  call: routine("other system call", CALL_CYCLES),
};

const APPLICATION = {
  name: "application",
  layer: "application",
  priority: 3,
  context: 0,
  start: { on: "always" },
  steps: [exec("application loop")],
};

const receiving = {
  do: "while",
  condition: { on: "rx-not-empty", nic: "eth0" },
  steps: [
    { do: "take-frame", nic: "eth0" },
    exec("Driver ISR (Rx done)"),
    { do: "put", queue: "received" },
    { do: "raise", thread: "protocol" },
  ],
};
const sent = {
  do: "while",
  condition: { on: "tx-done", nic: "eth0" },
  steps: [exec("Driver ISR (Tx done)"), { do: "reap", nic: "eth0" }],
};

const driver = (...loops: readonly unknown[]) => ({
  name: "Driver ISR",
  layer: "driver-isr",
  priority: 1,
  context: 1,
  interruptsEnabled: false,
  start: { on: "line", nic: "eth0" },
  steps: [{ do: "acknowledge", nic: "eth0" }, ...loops],
});

const soft = (name: string, systemCall: boolean, steps: readonly unknown[]) => ({
  name,
  layer: "protocol",
  priority: 2,
  context: 2,
  start: { on: "soft", ...(systemCall ? { systemCall } : {}) },
  steps,
});

const PROTOCOL = soft("protocol", false, [
  { do: "take", queue: "received" },
  exec("IP, UDP, Socket (receive)"),
  { do: "deliver" },
]);
const SEND_CALL = soft("send call", true, [
  { do: "take", queue: "packets to send" },
  exec("Socket, UDP, IP (send)"),
  exec("Driver Send", "driver-isr"),
  { do: "give-frame", nic: "eth0" },
]);
const OTHER_CALL = {
  ...soft("other call", true, [
    { do: "take", queue: "other calls" },
    exec("other system call"),
    { do: "deliver" },
  ]),
  layer: "system-call",
};

const SEND_PATH = { queue: "packets to send", thread: "send call" };
const CALL_PATH = { queue: "other calls", thread: "other call" };

const queue = (name: string) => ({ name, capacity: 64 });
const QUEUES = {
  received: queue("received"),
  send: queue("packets to send"),
  calls: queue("other calls"),
};

const machine = (lineRateBitPerSecond: number | "ideal" = "ideal") => ({
  clockHertz: 200_000_000,
  core: { policy: "on-event", contexts: 3 },
  interrupts: { saveRestore: { kind: "cycles", saveCycles: 93, restoreCycles: 93 } },
  bus: { dma: "instant" },
  nics: [
    {
      name: "eth0",
      lineRateBitPerSecond,
      receive: "remote",
      rxRingFrames: 8,
      txQueueFrames: 8,
      line: { priority: 1, trigger: "level" },
    },
  ],
});

interface Body {
  readonly name: string;
  readonly description: string;
  readonly place: string;
  readonly note?: string;
  readonly runCycles: number;
  readonly machine: unknown;
  readonly software: unknown;
  readonly traffic: readonly unknown[];
}

const of = (id: string, { name, place, note, description, ...body }: Body): GeneratedScenario => ({
  id,
  scenario: {
    format: "irqscope-scenario",
    version: 1,
    name: `Pattery: ${name}`,
    description,
    source: { document: "000", place, ...(note ? { note } : {}) },
    ...body,
  },
});

const closed = (direction: "receive" | "send") => ({
  kind: "constant",
  loop: "closed",
  direction,
  nic: "eth0",
  sizeBytes: 1500,
  ...(direction === "send" ? { send: SEND_PATH } : {}),
});

// ---- section 4: entry, figures, three contexts ----

const ENTRY_HANDLER = {
  name: "Driver ISR",
  layer: "driver-isr",
  priority: 1,
  context: 1,
  interruptsEnabled: false,
  start: { on: "line", nic: "eth0" },
  steps: [
    { do: "acknowledge", nic: "eth0" },
    { do: "take-frame", nic: "eth0" },
    exec("Driver ISR (Rx done)"),
    { do: "deliver" },
  ],
};

function entry(isIdle: boolean): GeneratedScenario {
  return of(isIdle ? "000-entry-idle" : "000-entry", {
    name: isIdle ? "interrupt entry, nothing runs" : "interrupt entry",
    description: isIdle
      ? "Interrupts come while nothing runs, so nothing drains: what passes before the handler are the six cycles of figure 3."
      : "Interrupts come while instructions run: those beyond fetch complete, the one in fetch is nullified, then come the six cycles of figure 3.",
    place: "section 4, figure 3",
    runCycles: 200_000,
    machine: machine(),
    software: {
      routines: [
        ...(isIdle ? [] : [{ name: "program", kind: "sequence", sequence: ["alu r1"], repeat: 100_000 }]),
        ROUTINES.rxDone,
      ],
      threads: [...(isIdle ? [] : [{ ...APPLICATION, steps: [exec("program")] }]), ENTRY_HANDLER],
    },
    traffic: [{ ...closed("receive"), thinkCycles: 500 }],
  });
}

const FIGURE_5 = of("000-figure-5", {
  name: "a system call (figure 5)",
  description:
    "The sequence of figure 5: the application calls to send (C3) while a frame sent earlier is on the wire; its transmit-done interrupt (C2) preempts the protocol, which goes on; then the application (C1).",
  place: "section 4, figure 5",
  note: "Driver cycles from figure 6, the protocol's from the driver's 22 % of a send. Wire and times are free: chosen so that the interrupt meets the call as in the figure.",
  runCycles: 38_000,
  machine: machine(100_000_000),
  software: {
    queues: [QUEUES.send],
    routines: [ROUTINES.application, ROUTINES.driverSend, ROUTINES.txDone, ROUTINES.send],
    threads: [APPLICATION, driver(sent), SEND_CALL],
  },
  traffic: [
    {
      kind: "trace",
      nic: "eth0",
      send: SEND_PATH,
      events: { timesNanoseconds: [5000, 82_500], sizesBytes: [500, 500], directions: "ss" },
    },
  ],
});

const CONTEXTS = of("000-contexts", {
  name: "how many contexts",
  description:
    "Packets come and go through the whole stack at random, so interrupts hit the application, the protocol and the driver. Three contexts never save. With two, threads that share a context do. A fourth changes nothing.",
  place: "section 4",
  note: "Rates are free: any will do at which interrupts meet the protocol. Cycles as in the full stack.",
  runCycles: 200_000_000,
  machine: machine(100_000_000),
  software: {
    queues: [QUEUES.received, QUEUES.send],
    routines: [
      ROUTINES.application,
      ROUTINES.rxDone,
      ROUTINES.txDone,
      ROUTINES.driverSend,
      ROUTINES.receive,
      ROUTINES.send,
    ],
    threads: [APPLICATION, driver(receiving, sent), PROTOCOL, SEND_CALL],
  },
  traffic: [
    {
      kind: "poisson",
      direction: "receive",
      nic: "eth0",
      sizeBytes: 1500,
      rate: { framesPerSecond: 2000 },
    },
    {
      kind: "poisson",
      direction: "send",
      nic: "eth0",
      sizeBytes: 1500,
      send: SEND_PATH,
      rate: { framesPerSecond: 2000 },
    },
  ],
});

// ---- section 5: the full stack ----

const RECEIVE_SOFTWARE = {
  queues: [QUEUES.received],
  routines: [ROUTINES.application, ROUTINES.rxDone, ROUTINES.receive],
  threads: [APPLICATION, driver(receiving), PROTOCOL],
};
const SEND_SOFTWARE = {
  queues: [QUEUES.send],
  routines: [ROUTINES.application, ROUTINES.driverSend, ROUTINES.txDone, ROUTINES.send],
  threads: [APPLICATION, driver(sent), SEND_CALL],
};
const RECEIVE_AND_CALLS = {
  queues: [...RECEIVE_SOFTWARE.queues, QUEUES.calls],
  routines: [...RECEIVE_SOFTWARE.routines, ROUTINES.call],
  threads: [...RECEIVE_SOFTWARE.threads, OTHER_CALL],
};

const stack = (direction: "receive" | "send"): GeneratedScenario =>
  of(`000-stack-${direction}`, {
    name: `whole stack, ${direction} without a pause`,
    description: `One packet after the other goes ${direction === "receive" ? "up" : "down"} the whole stack, the next as soon as control is back in the application. The driver's share of it is printed.`,
    place: "section 5.2, figure 7",
    note: "The bars of figure 7 are lost; what lies above the driver follows from the driver's share.",
    runCycles: 200_000_000,
    machine: machine(),
    software: direction === "receive" ? RECEIVE_SOFTWARE : SEND_SOFTWARE,
    traffic: [closed(direction)],
  });

function columns(
  events: readonly TraceEvent[],
  direction: { readonly packet: "r" | "s"; readonly call: "s" },
  workCycles: Parameters<typeof thinkNanoseconds>[1],
) {
  let packets = 0;
  return {
    thinkNanoseconds: thinkNanoseconds(events, workCycles),
    sizesBytes: events.map(({ kind }) => (kind === "packet" ? packetBytes(packets++ % PACKETS) : 1)),
    directions: events.map(({ kind }) => direction[kind]).join(""),
  };
}

const trace = (send: unknown, events: unknown) => ({
  kind: "trace",
  loop: "closed",
  nic: "eth0",
  send,
  events,
});

const SECOND_NOTE = `Of the trace the source prints the numbers of events and 8.6 Mb/s. Here they stand ${SECONDS} times one behind the other, so that a packet more or less is 0.02 %; the run ends a tenth of a second before them. Pauses are such that three contexts run it as recorded.`;

const traceReceive = (id: string, name: string, description: string, second: readonly TraceEvent[]) =>
  of(id, {
    name,
    description,
    place: "sections 5.1, 5.2",
    note: SECOND_NOTE,
    runCycles: RUN_CYCLES,
    machine: machine(),
    software: RECEIVE_AND_CALLS,
    traffic: [
      trace(
        CALL_PATH,
        columns(
          repeated(second, SECONDS),
          { packet: "r", call: "s" },
          { packet: WORK.receive, call: WORK.call },
        ),
      ),
    ],
  });

const EVEN_TRACE = traceReceive(
  "000-trace-receive",
  "the busiest second, receive",
  "1,080 packets come and 1,652 system calls are made in a second, each when the one before is done and a pause is over: a slower machine stretches the trace.",
  evenSecond(),
);
const RANDOM_TRACE = traceReceive(
  "000-trace-receive-anywhere",
  "the busiest second, receive, at random",
  "The same 1,080 packets and 1,652 system calls, each anywhere in the second.",
  randomSecond(),
);

/** A call sends each packet. Calls that send nothing are omitted, because a closed loop has one send path. */
function traceSend(): GeneratedScenario {
  const packets = evenSecond().filter(({ kind }) => kind === "packet");
  return of("000-trace-send", {
    name: "the busiest second, send",
    description:
      "1,080 packets in a second are sent by as many system calls, each with its transmit-done interrupt, each when the one before is done and a pause is over.",
    place: "sections 5.1, 5.2",
    note: SECOND_NOTE,
    runCycles: RUN_CYCLES,
    machine: machine(),
    software: SEND_SOFTWARE,
    traffic: [
      trace(
        SEND_PATH,
        columns(
          repeated(packets, SECONDS),
          { packet: "s", call: "s" },
          { packet: WORK.send, call: WORK.call },
        ),
      ),
    ],
  });
}

const SCENARIOS: readonly GeneratedScenario[] = [
  entry(false),
  entry(true),
  FIGURE_5,
  CONTEXTS,
  stack("receive"),
  stack("send"),
  EVEN_TRACE,
  RANDOM_TRACE,
  traceSend(),
  sourcesScenario("one"),
  sourcesScenario("three"),
];

/** The scenario as in a file. Undefined if none has this id. */
export const scenarioOf = (id: string): unknown => SCENARIOS.find((one) => one.id === id)?.scenario;
