/** The pipeline, programs and devices, counted by hand. */
import {
  CLOCK_HERTZ,
  DMA,
  exec,
  frames,
  type HandMachine,
  machine,
  once,
  REST,
  sequence,
  takeAll,
  timed,
} from "./handMachine.ts";

export const BY_HAND: readonly HandMachine[] = [
  {
    // Six instructions fill a pipeline of five stages in 4 cycles. The alu waits 1 for the load; the multiply is 5 - 1
    // longer in EX; each access takes 3 - 1 longer in MEM; the taken branch is resolved in EX: 2 are flushed.
    name: "stalls of each kind",
    parts: {
      machine: machine({ core: { pipeline: { loadUseCycles: 1, multiplyCycles: 5, memoryCycles: 3 } } }),
      software: {
        routines: [
          sequence(
            "work",
            "load r1 [0x1000]",
            "alu r2, r1",
            "multiply r3, r2",
            "store r3 [0x1004]",
            "branch r0",
            "branch r0 taken",
            "alu r4",
          ),
          REST,
        ],
        threads: [once("a", [exec("work")], { layer: "protocol" })],
      },
    },
    cycles: 1000,
    expected: {
      instructions: 7,
      branches: 2,
      mispredicted: 1,
      "cause.fill.cycles": 4,
      'cause["load-use"].cycles': 1,
      "cause.multiply.cycles": 4,
      "cause.memory.cycles": 4,
      "cause.branch.cycles": 2,
      "cause.busy.cycles": 1000 - 15,
      "layer.protocol.stalled": 15 / 1000,
      ipc: 7 / (7 + 4 + 1 + 4 + 4 + 2),
      "core[0].ipc": 7 / (7 + 4 + 1 + 4 + 4 + 2),
    },
  },
  {
    // 8 blocks of 512 bytes: 50 us of seek are 5,000 cycles, 32,768 bits at 400 Mb/s are 8,192. The queue has one place,
    // so the second request waits and the third is refused.
    name: "a disk",
    parts: {
      machine: machine({
        bus: { dma: DMA },
        disks: [
          {
            name: "d",
            leastSeekNanoseconds: 50_000,
            mostSeekNanoseconds: 50_000,
            rateBitPerSecond: 400_000_000,
            blockBytes: 512,
            queueRequests: 2,
          },
        ],
      }),
      software: {
        routines: [REST],
        threads: [
          once("a", [
            { do: "read-disk", disk: "d", blocks: 8 },
            { do: "read-disk", disk: "d", blocks: 8 },
            { do: "read-disk", disk: "d", blocks: 8 },
          ]),
        ],
      },
    },
    cycles: 40_000,
    expected: {
      "disk.d.requests": 2,
      "disk.d.refused": 1,
      "disk.d.queue.maximum": 2,
      "disk.d.bits": 2 * 32_768,
      "disk.d.rate": (2 * 32_768 * CLOCK_HERTZ) / 40_000,
      "disk.d.busy": (2 * (5_000 + 8_192)) / 40_000,
    },
  },
  {
    // A tick every 10 us, a thousand cycles, at cycles 1,000 .. 10,000. No thread acknowledges them.
    name: "a timer that is not heard",
    parts: {
      machine: machine({ timers: [{ name: "t", periodNanoseconds: 10_000 }] }),
      software: { routines: [REST], threads: [once("a", [])] },
    },
    cycles: 10_500,
    expected: { "timer.t.ticks": 10, "timer.t.overruns": 9, "line.t.asserted": 1 },
  },
  {
    // No thread takes frames: the ring of one slot holds the first, and the next four wait in the FIFO.
    name: "frames that wait in a FIFO",
    parts: {
      machine: machine({ nics: [{ name: "n", rxRingFrames: 1, fifoBytes: 1000, line: { masked: true } }] }),
      software: { routines: [REST], threads: [once("a", [])] },
      traffic: [frames("n", 5, 1000)],
    },
    cycles: 20_000,
    expected: { "nic.n.ring[0].fill.maximum": 1, "nic.n.fifo.maximum": 8 * 4 * 64 },
  },
  {
    // sp goes down by 32 and by 16, and up by 48.
    name: "a stack",
    parts: {
      software: {
        routines: [
          REST,
          {
            name: "deep",
            kind: "program",
            program: { source: "addi sp, sp, -32\naddi sp, sp, -16\naddi sp, sp, 48\nret" },
          },
        ],
        threads: [once("a", [exec("deep")])],
      },
    },
    cycles: 2_000,
    expected: { "thread.a.stack.maximum": 8 * 48 },
  },
  {
    // Ten bits at 10 Mb/s are 100 cycles a character: eighteen come by cycle 1,900, two more than the FIFO takes. At about
    // 3,000 the program reads three and throws thirteen away, and writes nineteen while the first of them is on its way:
    // sixteen wait behind it, two find no room.
    name: "a console",
    parts: {
      machine: machine({
        consoles: [
          { name: "u", bitPerSecond: 10_000_000, input: [{ cycle: 100, text: "a".repeat(18) }], line: {} },
        ],
      }),
      software: {
        routines: [
          REST,
          timed("before", 3000),
          {
            name: "work",
            kind: "program",
            program: {
              source: `
                li   t0, UART0_BASE
                lbu  t1, 0(t0)
                lbu  t1, 0(t0)
                lbu  t1, 0(t0)
                li   t1, UART_FCR_CLEARRX
                sb   t1, 2(t0)
                .rept 19
                sb   t1, 0(t0)
                .endr
                ret`,
            },
          },
        ],
        threads: [once("a", [exec("before"), exec("work")])],
      },
    },
    cycles: 10_000,
    expected: {
      "console.u.arrived": 18,
      "console.u.read": 3,
      "console.u.lost": 2 + 13,
      "console.u.written": 19,
      "console.u.sent": 17,
      "console.u.unsent": 2,
    },
  },
  {
    // Messages of a masked line are lost: five frames, five lost edges.
    name: "a masked line",
    parts: {
      machine: machine({
        nics: [{ name: "n", line: { trigger: "message", masked: true, losesMasked: true } }],
      }),
      software: { routines: [REST], threads: [once("a", [])] },
      traffic: [frames("n", 5, 1000)],
    },
    cycles: 20_000,
    expected: { "line.n.lost": 5 },
  },
  {
    // Five frames of 100 bytes: with 20 bytes of preamble and gap 960 bits, 96 cycles on the wire; 25 beats by DMA. Each is
    // copied once; the card that sends gets ten frames and cuts each into 64 and 36 bytes, with 20 each: 112 cycles.
    name: "a card that receives and one that sends",
    parts: {
      machine: machine({
        bus: { dma: DMA },
        nics: [
          { name: "in", lineRateBitPerSecond: 1_000_000_000 },
          { name: "out", lineRateBitPerSecond: 1_000_000_000, offloads: { segmentBytes: 64 } },
        ],
      }),
      software: {
        queues: [{ name: "copies", capacity: 8 }],
        routines: [timed("forward", 10), timed("pause", 50)],
        threads: [
          {
            name: "switch",
            layer: "application",
            priority: 5,
            start: { on: "always" },
            steps: [
              { do: "reap", nic: "out" },
              {
                do: "if",
                condition: { on: "rx-not-empty", nic: "in" },
                steps: [
                  { do: "take-frame", nic: "in" },
                  exec("forward"),
                  { do: "copy", queue: "copies" },
                  { do: "give-frame", nic: "out" },
                  { do: "take", queue: "copies" },
                  { do: "give-frame", nic: "out" },
                ],
              },
              exec("pause"),
            ],
          },
        ],
      },
      traffic: [
        {
          kind: "constant",
          direction: "receive",
          nic: "in",
          sizeBytes: 100,
          frameCount: 5,
          rate: { intervalCycles: 1000 },
        },
      ],
    },
    cycles: 20_000,
    expected: {
      "nic.in.dmaCycles": 5 * 25,
      "nic.in.copied": 5,
      "nic.in.receive.wire": (5 * 96) / 20_000,
      "nic.out.wireFrames": 20,
      "nic.out.dmaCycles": 10 * 25,
      "nic.out.send.wire": (10 * 112) / 20_000,
      "nic.in.receive.offered": 10,
      "nic.in.receive.delivered": 10,
      "queue.copies.taken": 5,
    },
  },
  {
    // Ten frames of 64 bytes each make a packet of 640 bytes. The fields are merged as the frames arrive.
    name: "merged frames",
    parts: {
      machine: machine({
        nics: [{ name: "n", rxRingFrames: 64, offloads: { mergeBytes: 640, mergeNanoseconds: 100_000 } }],
      }),
      software: { routines: [REST], threads: [once("a", [])] },
      traffic: [frames("n", 20, 200)],
    },
    cycles: 20_000,
    expected: { "nic.n.merged": 18, "receive.offered": 20 },
  },
  {
    // A ring of one, frames due at 0, 500, 1,000 .., and software that takes one at 1,000, 2,000, .. The second waits 500;
    // each of the three behind it waits from when the one before came: 1,000.
    name: "a sender that is told to wait",
    parts: {
      machine: machine({ nics: [{ name: "n", rxRingFrames: 1, flowControl: true }] }),
      software: {
        routines: [timed("work", 1000)],
        threads: [
          {
            name: "server",
            layer: "application",
            priority: 5,
            start: { on: "always" },
            steps: [
              exec("work"),
              {
                do: "if",
                condition: { on: "rx-not-empty", nic: "n" },
                steps: [{ do: "take-frame", nic: "n" }, { do: "deliver" }],
              },
            ],
          },
        ],
      },
      traffic: [frames("n", 5, 500)],
    },
    cycles: 20_000,
    expected: { "nic.n.pauses": 4, "nic.n.pausedCycles": 500 + 3 * 1000 },
  },
  {
    // The thread sleeps three times, then rests. A word of zeros is an illegal instruction.
    name: "a thread that sleeps, and a program that faults",
    parts: {
      machine: machine({}),
      software: {
        scheduler: { policy: "round-robin", timeSliceCycles: 10_000, switchCycles: 10 },
        routines: [{ name: "bad", kind: "program", program: { source: ".word 0\n" } }, REST],
        threads: [
          once("napper", [
            { do: "sleep", cycles: 1000 },
            { do: "sleep", cycles: 1000 },
            { do: "sleep", cycles: 1000 },
            exec("bad"),
          ]),
        ],
      },
    },
    cycles: 20_000,
    expected: { "thread.napper.waits": 3, programFaults: 1 },
  },
  {
    // The handler works 300 cycles before it acknowledges.
    name: "a late acknowledge",
    parts: {
      machine: machine({ nics: [{ name: "n" }] }),
      software: {
        routines: [timed("look", 300), timed("work", 1000)],
        threads: [
          { name: "a", layer: "application", priority: 9, start: { on: "always" }, steps: [exec("work")] },
          {
            name: "isr",
            layer: "driver-isr",
            priority: 1,
            start: { on: "line", nic: "n" },
            steps: [exec("look"), { do: "acknowledge", nic: "n" }, takeAll("n")],
          },
        ],
      },
      traffic: [frames("n", 3, 5000)],
    },
    cycles: 20_000,
    expected: { "interrupt.latency.part.acknowledge": 300 / CLOCK_HERTZ },
  },
];

/** More packets to send than fit into the queue before the driver and into the card's own queue. */
export const CROWDED_SENDER = {
  machine: machine({
    bus: { dma: DMA },
    nics: [{ name: "n", lineRateBitPerSecond: 10_000_000, txQueueFrames: 2 }],
  }),
  software: {
    queues: [{ name: "to send", capacity: 3 }],
    routines: [timed("send", 400), timed("work", 1000)],
    threads: [
      { name: "a", layer: "application", priority: 9, start: { on: "always" }, steps: [exec("work")] },
      {
        name: "send call",
        layer: "protocol",
        priority: 2,
        start: { on: "soft", systemCall: true },
        steps: [{ do: "take", queue: "to send" }, exec("send"), { do: "give-frame", nic: "n" }],
      },
      {
        name: "isr",
        layer: "driver-isr",
        priority: 1,
        start: { on: "line", nic: "n" },
        steps: [
          { do: "acknowledge", nic: "n" },
          { do: "while", condition: { on: "tx-done", nic: "n" }, steps: [{ do: "reap", nic: "n" }] },
        ],
      },
    ],
  },
  traffic: [
    {
      kind: "constant",
      direction: "send",
      nic: "n",
      sizeBytes: 200,
      frameCount: 30,
      rate: { intervalCycles: 300 },
      send: { queue: "to send", thread: "send call" },
    },
  ],
};
