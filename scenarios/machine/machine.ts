/** The `machine` part of a scenario: core, interrupt controller, bus, devices. */
import { z } from "zod";
import {
  SIM_CORE_CONTEXT_LIMIT,
  SIM_CORE_LIMIT,
  SIM_DISK_LIMIT,
  SIM_DISK_QUEUE_LIMIT,
  SIM_LINE_LIMIT,
  SIM_NIC_LIMIT,
  SIM_NIC_RING_LIMIT,
  SIM_RING_LIMIT,
  SIM_TIMER_LIMIT,
  sim_receive_mode_names,
  sim_trigger_names,
} from "../../core-wasm/binding/layout.gen.ts";
import { STATUS_BITS, STATUS_BY } from "../base/coreNames.ts";
import { count, name, reference } from "../base/field.ts";
import {
  CLOCK_HERTZ_LIMIT,
  DEVICE_NANOSECOND_LIMIT,
  FRAME_BYTE_LIMIT,
  LINE_RATE_LIMIT,
  RUN_CYCLE_LIMIT,
} from "../base/limits.ts";
import { busSchema } from "./bus.ts";
import { memorySchema } from "./memory.ts";
import { coreSchema } from "./processor.ts";

const cycles16 = (minimum: number) => count(minimum, 65_535);

export const saveRestoreSchema = z.discriminatedUnion("kind", [
  z
    .strictObject({
      kind: z.literal("cycles"),
      saveCycles: cycles16(0).default(93).meta({ title: "Save", unit: "cycles" }),
      restoreCycles: cycles16(0).default(93).meta({ title: "Restore", unit: "cycles" }),
    })
    .meta({ title: "Fixed cycles", description: "Source 000 gives the sum of both, 186 cycles." }),
  z
    .strictObject({
      kind: z.literal("words"),
      saveWords: cycles16(0).meta({ title: "Save", unit: "words", examples: [32] }),
      restoreWords: cycles16(0).meta({ title: "Restore", unit: "words", examples: [32] }),
    })
    .meta({ title: "Words", description: "Real stores and loads that go through the pipeline." }),
]);

const entryStep = (title: string, description: string) =>
  cycles16(0).default(1).meta({ title, unit: "cycles", description });

export const entrySchema = z
  .strictObject({
    pushSrCycles: entryStep("Push SR", "Push the status register."),
    clearEnableCycles: entryStep("Clear enable", "Clear the interrupt-enable bit."),
    pushPcCycles: entryStep("Push PC", "Push the program counter."),
    vectorAcknowledgeCycles: entryStep(
      "Vector + acknowledge",
      "Get the vector and acknowledge the controller.",
    ),
    vectorAddressCycles: entryStep("Vector to address", "Turn the vector into the handler's address."),
    loadPcCycles: entryStep("Load PC", "Load the handler's address into the PC."),
  })
  .prefault({})
  .meta({
    title: "Entry sequence",
    description: "Steps after the pipeline has drained; a step of 0 cycles is left out.",
  });

const lineFields = {
  priority: count(0, 255).default(1).meta({ title: "Priority", description: "Small = high." }),
  trigger: z.enum(sim_trigger_names).default("level").meta({
    title: "Trigger",
    description:
      "level: pending while a status bit is set. edge: pending when one rises. message: pending with each event, also while the bit is still set.",
  }),
  masked: z.boolean().default(false).meta({
    title: "Masked at start",
    description: "Masked in the interrupt controller at cycle 0.",
  }),
  losesMasked: z.boolean().default(false).meta({
    title: "Loses edges while masked",
    description: "An edge or message that comes while the line is masked is not remembered.",
  }),
  core: z
    .union([z.literal("any"), count(0, SIM_CORE_LIMIT - 1)])
    .default("any")
    .meta({
      title: "Steered to core",
      description: "The core on which the thread that answers runs; any: the thread's own.",
    }),
  context: z
    .union([z.literal("any"), count(0, SIM_CORE_CONTEXT_LIMIT - 1)])
    .default("any")
    .meta({
      title: "Steered to context",
      description: "The context on which the thread that answers runs; any: the thread's own.",
    }),
};

/** A line that devices name; several may share one. */
export const lineSchema = z.strictObject({ name, ...lineFields }).meta({ title: "Interrupt line" });

export const interruptsSchema = z
  .strictObject({
    entry: entrySchema,
    saveRestore: saveRestoreSchema.prefault({ kind: "cycles" }).meta({
      title: "Save and restore",
      description: "Paid when the context an activity starts on already holds a live one.",
    }),
    tailChain: z.boolean().default(false).meta({
      title: "Tail chaining",
      description: "A line pending at return is taken at once, without restore and save between.",
    }),
    systemCallSavesFrame: z.boolean().default(false).meta({
      title: "System calls keep their frame",
      description: "A system call pays save and restore even when its context is free.",
    }),
    lines: z.array(lineSchema).max(SIM_LINE_LIMIT).default([]).meta({
      title: "Lines",
      description: "Lines that have names; a device may also bring its own.",
    }),
  })
  .prefault({})
  .meta({ title: "Interrupts" });

export const statusBitsSchema = z
  .array(z.enum(STATUS_BITS))
  .max(STATUS_BITS.length)
  .meta({ title: "Status bits", description: "Bits of the NIC's status register." });

const nanoseconds = (title: string, description: string) =>
  count(0, DEVICE_NANOSECOND_LIMIT).default(0).meta({ title, unit: "ns", description });

export const coalescingSchema = z
  .strictObject({
    frames: count(0, 65_535).default(1).meta({
      title: "Frames",
      description: "Unsignalled frames that ask for an interrupt; 1: each does; 0: frames do not.",
    }),
    absoluteNanoseconds: nanoseconds(
      "Absolute timer",
      "Runs from the first unsignalled frame on and is not restarted; 0 = none.",
    ),
    packetNanoseconds: nanoseconds("Packet timer", "Restarted by every frame; 0 = none."),
    throttleNanoseconds: nanoseconds("Throttle", "Least time between two interrupts; 0 = none."),
  })
  .refine(
    ({ frames, absoluteNanoseconds, packetNanoseconds }) =>
      frames + absoluteNanoseconds + packetNanoseconds > 0,
    { message: "never asks for an interrupt: needs frames or a timer" },
  )
  .prefault({})
  .meta({ title: "Coalescing", description: "The first of these that comes asks for an interrupt." });

const wireFields = {
  minFrameBytes: count(0, 65_535).default(0).meta({
    title: "Shortest frame",
    unit: "bytes",
    description: "A shorter one is padded on the wire; Ethernet: 64.",
  }),
  cells: z
    .strictObject({
      bytes: count(1, 1024).default(53).meta({ title: "Cell", unit: "bytes" }),
      payloadBytes: count(1, 1024).default(48).meta({ title: "Payload", unit: "bytes" }),
      trailerBytes: count(0, 65_535).default(8).meta({
        title: "Trailer",
        unit: "bytes",
        description: "Added to a frame before it is cut; AAL5: 8.",
      }),
    })
    .refine(({ bytes, payloadBytes }) => payloadBytes <= bytes && payloadBytes * 8 >= bytes, {
      message: "needs a payload between an eighth of the cell and all of it",
    })
    .optional()
    .meta({ title: "Cells", description: "Frames are cut into cells on the wire (ATM)." }),
  stuffingPermille: count(0, 1000).default(0).meta({
    title: "Stuffed bits",
    unit: "‰",
    description: "Added to the bits of a frame; HDLC with random data: 16.",
  }),
  slotNanoseconds: nanoseconds(
    "Slots",
    "A frame waits for the next slot of this length on the wire (USB: 1,000,000); 0 = none.",
  ),
};

const fifoFields = {
  fifoBytes: count(0, 1 << 24)
    .default(0)
    .meta({
      title: "FIFO",
      unit: "bytes",
      description: "On the card, in front of the rings; full: dropped. 0 = none.",
    }),
  bufferBytes: count(0, FRAME_BYTE_LIMIT).default(0).meta({
    title: "Receive buffer",
    unit: "bytes",
    description: "A frame takes as many buffers as it needs; 0 = any frame fits into one.",
  }),
  flowControl: z.boolean().default(false).meta({
    title: "Flow control",
    description: "The sender waits while the card has no room for its next frame.",
  }),
};

export const offloadsSchema = z
  .strictObject({
    checksum: z.boolean().default(false).meta({
      title: "Checksum",
      description: "Routines do without the checksum part of their budget.",
    }),
    segmentBytes: z
      .union([z.literal(0), count(64, FRAME_BYTE_LIMIT)])
      .default(0)
      .meta({
        title: "Segmentation",
        unit: "bytes",
        description: "What is sent goes onto the wire in frames of at most this; 0 = off.",
      }),
    mergeBytes: count(0, FRAME_BYTE_LIMIT).default(0).meta({
      title: "Receive merge",
      unit: "bytes",
      description: "Frames of a flow that follow each other become one packet up to this size; 0 = off.",
    }),
    mergeNanoseconds: nanoseconds("Merge time", "A packet waits no longer than this for more frames."),
  })
  .prefault({})
  .meta({ title: "Offloads" });

const statusBy = (description: string) =>
  z.enum(STATUS_BY).default("event").meta({ title: "Status by", description });

const ringFields = {
  rxRingFrames: count(1, SIM_RING_LIMIT).default(16).meta({ title: "Receive ring", unit: "frames" }),
  line: z
    .union([
      reference("line"),
      z
        .strictObject({
          ...lineFields,
          statusBits: statusBitsSchema.default(["rx", "tx"]).meta({
            title: "Raised by",
            description: "Status bits that drive the line.",
          }),
        })
        .meta({ title: "A line of its own" }),
    ])
    .prefault({})
    .meta({ title: "Interrupt line" }),
  rxBuffers: count(0, 65_535).default(0).meta({
    title: "Buffers of the ring",
    description: "Limit on the total buffers of its frames; 0 = none.",
  }),
  coalescing: coalescingSchema,
};

export const nicSchema = z
  .strictObject({
    name,
    lineRateBitPerSecond: z
      .union([z.literal("ideal"), count(1, LINE_RATE_LIMIT)])
      .default("ideal")
      .meta({
        title: "Line rate",
        unit: "bit/s",
        description: "ideal: a frame takes no time on the wire.",
      }),
    frameOverheadBytes: count(0, 65_535).default(20).meta({
      title: "Frame overhead",
      unit: "bytes",
      description: "Preamble and gap between frames, on the wire only.",
    }),
    receive: z.enum(sim_receive_mode_names).default("ring").meta({
      title: "Receive mode",
      description:
        "ring: DMA puts frames in host memory before the interrupt. remote: frames stay in the NIC until the driver takes them.",
    }),
    rxRingFrames: ringFields.rxRingFrames,
    txQueueFrames: count(1, SIM_RING_LIMIT).default(16).meta({ title: "Transmit queue", unit: "frames" }),
    txQueueBytes: count(0, 1 << 24)
      .default(0)
      .meta({
        title: "Bytes of the transmit queue",
        unit: "bytes",
        description: "Limit on the total buffers of its frames; 0 = none.",
      }),
    txBuffers: count(0, 65_535).default(0).meta({
      title: "Transmit descriptors",
      description: "Buffer descriptors that the frames of the transmit queue may hold; 0 = no bound.",
    }),
    txBufferBytes: count(0, FRAME_BYTE_LIMIT).default(0).meta({
      title: "Transmit buffer",
      unit: "bytes",
      description: "A frame takes as many descriptors as it fills buffers; 0 = any frame fits into one.",
    }),
    line: ringFields.line,
    statusBy: statusBy(
      "event: a bit is set by what happens and is clear from the acknowledge on. fill: it stays set until no frame waits (16550 UART).",
    ),
    rxBuffers: ringFields.rxBuffers,
    coalescing: ringFields.coalescing,
    ...wireFields,
    ...fifoFields,
    offloads: offloadsSchema,
    txCoalescing: coalescingSchema.meta({
      title: "Send coalescing",
      description: "The same for frames that were sent; acknowledging tx clears it.",
    }),
    rxCutThroughBytes: count(0, FRAME_BYTE_LIMIT).default(0).meta({
      title: "Receive cut-through",
      unit: "bytes",
      description:
        "DMA into the ring begins when so many bytes of a frame have come, not only at its last bit; where there is no room then, it waits for the last bit. Receive mode ring, no receive merge. 0 = store and forward.",
    }),
    txCutThroughBytes: count(0, FRAME_BYTE_LIMIT).default(0).meta({
      title: "Send cut-through",
      unit: "bytes",
      description:
        "A frame goes onto the wire when so many of its bytes are on the card; when the others come too late it is lost. 0 = store and forward.",
    }),
    moreRings: z
      .array(z.strictObject(ringFields).meta({ title: "Receive ring" }))
      .max(SIM_NIC_RING_LIMIT - 1)
      .default([])
      .meta({
        title: "More receive rings",
        description: "Rings 1, 2, .. beside the NIC's own, ring 0; a flow's frames all go to one of them.",
      }),
    hashSeed: count(0, 0xffff_ffff).default(0).meta({
      title: "Hash seed",
      description: "Which flow goes to which ring.",
    }),
  })
  .meta({ title: "NIC" });

const ownLine = z
  .union([reference("line"), z.strictObject(lineFields).meta({ title: "A line of its own" })])
  .prefault({})
  .meta({ title: "Interrupt line" });

export const timerSchema = z
  .strictObject({
    name,
    periodNanoseconds: count(1, 1e12).meta({ title: "Period", unit: "ns", examples: [1_000_000] }),
    startCycle: count(0, RUN_CYCLE_LIMIT).optional().meta({
      title: "First tick",
      unit: "cycle",
      description: "Left out: after one period.",
    }),
    line: ownLine,
  })
  .meta({ title: "Timer", description: "Each tick sets its status bit, which drives its line." });

export const diskSchema = z
  .strictObject({
    name,
    leastSeekNanoseconds: nanoseconds("Least seek", "Drawn evenly between the two for each request."),
    mostSeekNanoseconds: nanoseconds("Most seek", "Drawn evenly between the two for each request."),
    rateBitPerSecond: count(1, LINE_RATE_LIMIT).meta({
      title: "Rate of the medium",
      unit: "bit/s",
      examples: [100_000_000],
    }),
    blockBytes: count(1, 1 << 24)
      .default(512)
      .meta({ title: "Block", unit: "bytes" }),
    bufferAddress: count(0, 0x3fff_ffff).optional().meta({
      title: "Buffer",
      unit: "address",
      description: "Where a read lands in memory, each from there on; left out: where nobody else is.",
    }),
    queueRequests: count(1, SIM_DISK_QUEUE_LIMIT)
      .default(SIM_DISK_QUEUE_LIMIT)
      .meta({ title: "Queue", unit: "requests", description: "A request to a full queue is refused." }),
    line: ownLine,
    statusBy: statusBy(
      "event: a bit is set by what happens and is clear from the acknowledge on. fill: it stays set until no completed request waits (16550 UART).",
    ),
  })
  .refine((disk) => disk.leastSeekNanoseconds <= disk.mostSeekNanoseconds, {
    message: "needs a least seek that is not above the most",
  })
  .meta({ title: "Disk", description: "Serves requests in order: seek, transfer, DMA on the bus." });

export const machineSchema = z
  .strictObject({
    clockHertz: count(1, CLOCK_HERTZ_LIMIT).default(200_000_000).meta({ title: "Clock", unit: "Hz" }),
    core: coreSchema,
    interrupts: interruptsSchema,
    memory: memorySchema,
    bus: busSchema,
    nics: z.array(nicSchema).max(SIM_NIC_LIMIT).default([]).meta({ title: "NICs" }),
    timers: z.array(timerSchema).max(SIM_TIMER_LIMIT).default([]).meta({ title: "Timers" }),
    disks: z.array(diskSchema).max(SIM_DISK_LIMIT).default([]).meta({ title: "Disks" }),
  })
  .prefault({})
  .meta({ title: "Machine" });
