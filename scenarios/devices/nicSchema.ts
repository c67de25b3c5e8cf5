/** Network cards as a file describes them. */
import { z } from "zod";
import {
  SIM_NIC_LIMIT,
  SIM_NIC_RING_LIMIT,
  SIM_RING_LIMIT,
  sim_receive_mode_names,
} from "../../core-wasm/binding/layout.gen.ts";
import { count, lineReference, name, reference } from "../base/field.ts";
import { FRAME_BYTE_LIMIT, LINE_RATE_LIMIT } from "../base/limits.ts";
import { lineFields, nanoseconds, statusBy } from "./deviceFields.ts";
import type { DeviceRules } from "./rules.ts";
import { STATUS_BITS } from "./statusBits.ts";

const statusBitsSchema = z
  .array(z.enum(STATUS_BITS))
  .max(STATUS_BITS.length)
  .meta({ title: "Status bits", description: "Bits of the NIC's status register." });

const coalescingSchema = z
  .strictObject({
    frames: count(0, 65_535).default(1).meta({
      title: "Frames",
      description:
        "Number of unsignalled frames that request an interrupt. 1: each frame does. 0: frames do not.",
    }),
    absoluteNanoseconds: nanoseconds(
      "Absolute timer",
      "Starts with the first unsignalled frame and is not restarted; 0 = no timer.",
    ),
    packetNanoseconds: nanoseconds("Packet timer", "Every frame restarts it; 0 = no timer."),
    throttleNanoseconds: nanoseconds("Throttle", "Minimum time between two interrupts; 0 = no throttle."),
  })
  .refine(
    ({ frames, absoluteNanoseconds, packetNanoseconds }) =>
      frames + absoluteNanoseconds + packetNanoseconds > 0,
    { message: "never asks for an interrupt: needs frames or a timer" },
  )
  .prefault({})
  .meta({ title: "Coalescing", description: "Whichever of these happens first requests an interrupt." });

const wireFields = {
  minFrameBytes: count(0, 65_535).default(0).meta({
    title: "Shortest frame",
    unit: "bytes",
    description: "A shorter frame is padded on the wire; Ethernet: 64.",
  }),
  cells: z
    .strictObject({
      bytes: count(1, 1024).default(53).meta({ title: "Cell", unit: "bytes" }),
      payloadBytes: count(1, 1024).default(48).meta({ title: "Payload", unit: "bytes" }),
      trailerBytes: count(0, 65_535).default(8).meta({
        title: "Trailer",
        unit: "bytes",
        description: "Added to a frame before it is split; AAL5: 8.",
      }),
    })
    .refine(({ bytes, payloadBytes }) => payloadBytes <= bytes && payloadBytes * 8 >= bytes, {
      message: "needs a payload between an eighth of the cell and all of it",
    })
    .optional()
    .meta({ title: "Cells", description: "Frames are split into cells on the wire (ATM)." }),
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
      description: "On the card, in front of the rings. A frame that finds it full is lost. 0 = no FIFO.",
    }),
  bufferBytes: count(0, FRAME_BYTE_LIMIT).default(0).meta({
    title: "Receive buffer",
    unit: "bytes",
    description: "Size of a buffer; a frame takes as many as it needs. 0 = any frame fits into one.",
  }),
  flowControl: z.boolean().default(false).meta({
    title: "Flow control",
    description: "The sender waits while the card has no room for its next frame.",
  }),
};

const offloadsSchema = z
  .strictObject({
    checksum: z.boolean().default(false).meta({
      title: "Checksum",
      description: "Routines skip the checksum part of their budget.",
    }),
    segmentBytes: z
      .union([z.literal(0), count(64, FRAME_BYTE_LIMIT)])
      .default(0)
      .meta({
        title: "Segmentation",
        unit: "bytes",
        description: "The card splits a packet to send into frames of at most this size; 0 = off.",
      }),
    mergeBytes: count(0, FRAME_BYTE_LIMIT).default(0).meta({
      title: "Receive merge",
      unit: "bytes",
      description:
        "The card merges consecutive frames of a flow into one packet of up to this size; 0 = off.",
    }),
    mergeNanoseconds: nanoseconds("Merge time", "The longest time that a packet waits for more frames."),
  })
  .prefault({})
  .meta({ title: "Offloads" });

const ringFields = {
  rxRingFrames: count(1, SIM_RING_LIMIT).default(16).meta({ title: "Receive ring", unit: "frames" }),
  line: z
    .union([
      lineReference,
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
    description: "Limit on the total size of its frames' buffers; 0 = no limit.",
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
        "ring: DMA puts frames into memory before the interrupt. remote: frames stay in the NIC until the driver takes them.",
    }),
    rxRingFrames: ringFields.rxRingFrames,
    txQueueFrames: count(1, SIM_RING_LIMIT).default(16).meta({ title: "Transmit queue", unit: "frames" }),
    txQueueBytes: count(0, 1 << 24)
      .default(0)
      .meta({
        title: "Bytes of the transmit queue",
        unit: "bytes",
        description: "Limit on the total size of its frames' buffers; 0 = no limit.",
      }),
    txBuffers: count(0, 65_535).default(0).meta({
      title: "Transmit descriptors",
      description:
        "Number of buffer descriptors that the frames of the transmit queue may hold; 0 = no limit.",
    }),
    txBufferBytes: count(0, FRAME_BYTE_LIMIT).default(0).meta({
      title: "Transmit buffer",
      unit: "bytes",
      description:
        "Size of a buffer; a frame takes one descriptor for each buffer that it fills. 0 = any frame fits into one.",
    }),
    line: ringFields.line,
    driver: z.enum(["steps", "program"]).default("steps").meta({
      title: "Served by",
      description:
        "steps: the steps of threads take and send frames. program: programs use the card's registers and descriptor rings in their memory, and frames have bytes.",
    }),
    host: z
      .strictObject({
        answerCycles: count(1, 0xffff_ffff).default(1000).meta({
          title: "Answers after",
          unit: "cycles",
          description:
            "From the last bit of a request until its answer starts on the wire or starts to wait for it.",
        }),
      })
      .optional()
      .meta({
        title: "Host",
        description:
          "The computer at the other end of the wire, for a card that programs serve. It answers ARP and ICMP echo requests and sends the requests that arrive; the latency of a request ends with the program's answer.",
      }),
    statusBy: statusBy(
      "event: an event sets a bit, and the acknowledge clears it. fill: the bit stays set until no frame waits (16550 UART).",
    ),
    rxBuffers: ringFields.rxBuffers,
    coalescing: ringFields.coalescing,
    ...wireFields,
    ...fifoFields,
    offloads: offloadsSchema,
    txCoalescing: coalescingSchema.meta({
      title: "Send coalescing",
      description: "The same for sent frames; acknowledging tx clears it.",
    }),
    rxCutThroughBytes: count(0, FRAME_BYTE_LIMIT).default(0).meta({
      title: "Receive cut-through",
      unit: "bytes",
      description:
        "DMA into the ring starts when this many bytes of a frame have arrived, before its last bit. If there is no room by then, it waits for the last bit. Needs receive mode ring and no receive merge. 0 = store and forward.",
    }),
    txCutThroughBytes: count(0, FRAME_BYTE_LIMIT).default(0).meta({
      title: "Send cut-through",
      unit: "bytes",
      description:
        "A frame starts on the wire when this many of its bytes are on the card. It is lost if the other bytes arrive too late. 0 = store and forward.",
    }),
    moreRings: z
      .array(z.strictObject(ringFields).meta({ title: "Receive ring" }))
      .max(SIM_NIC_RING_LIMIT - 1)
      .default([])
      .meta({
        title: "More receive rings",
        description:
          "Rings 1, 2, .. in addition to the NIC's own ring 0; all frames of a flow go to the same ring.",
      }),
    hashSeed: count(0, 0xffff_ffff).default(0).meta({
      title: "Hash seed",
      description: "Which flow goes to which ring.",
    }),
  })
  .meta({ title: "NIC" });

export const nicList = z.array(nicSchema).max(SIM_NIC_LIMIT).default([]).meta({ title: "NICs" });

export const nicReference = reference("nic", "NIC", "Name of a NIC.");

const nic = nicReference;
const RING_TEXT = {
  title: "Ring number",
  description: "Number of a receive ring of the NIC; 0 is the first.",
};
const ringNumber = count(0, SIM_NIC_RING_LIMIT - 1);
const ring = ringNumber.default(0).meta(RING_TEXT);

/** Stands beside the NIC in a choice of a line. */
export const ringChoice = ringNumber.optional().meta(RING_TEXT);

export const nicStepSchemas = [
  z
    .strictObject({
      do: z.literal("acknowledge"),
      nic,
      ring,
      bits: statusBitsSchema.min(1).default(["rx", "tx"]),
    })
    .meta({ title: "Acknowledge", description: "Clear status bits of the NIC." }),
  z
    .strictObject({ do: z.literal("take-frame"), nic, ring })
    .meta({ title: "Take a frame", description: "Takes a frame from the NIC; returns if there is none." }),
  z.strictObject({ do: z.literal("give-frame"), nic }).meta({
    title: "Send the frame",
    description: "Puts it into the NIC's transmit queue; if that is full, the frame is lost.",
  }),
  z
    .strictObject({ do: z.literal("reap"), nic })
    .meta({ title: "Reap sent frames", description: "Frees their slots and counts them as delivered." }),
] as const;

export const nicFrameConditionSchemas = [
  z
    .strictObject({ on: z.literal("rx-not-empty"), nic, ring })
    .meta({ title: "Frames wait in the receive ring" }),
  z.strictObject({ on: z.literal("tx-done"), nic }).meta({ title: "Sent frames wait to be reaped" }),
] as const;

const askedBits = statusBitsSchema.min(1).default(["rx"]);

export const nicStatusConditionSchemas = [
  z.strictObject({ on: z.literal("status-set"), nic, ring, bits: askedBits }).meta({
    title: "A status bit is set",
    description: "True if any of these bits of the NIC's status register is set. Reading clears nothing.",
  }),
  z.strictObject({ on: z.literal("status-clear"), nic, ring, bits: askedBits }).meta({
    title: "The status bits are clear",
    description: "True if all these bits of the NIC's status register are clear.",
  }),
] as const;

export const nicRules: DeviceRules<Nic> = {
  check(card, { clockHertz }, fail) {
    const { lineRateBitPerSecond, offloads, receive, rxCutThroughBytes, slotNanoseconds, txCutThroughBytes } =
      card;
    if (offloads.mergeBytes > 0 && receive === "remote") {
      fail("offloads.mergeBytes", 'needs receive mode "ring"');
    }
    if (txCutThroughBytes > 0 && lineRateBitPerSecond === "ideal") {
      fail("txCutThroughBytes", "needs a line rate");
    }
    if (rxCutThroughBytes > 0) {
      if (lineRateBitPerSecond === "ideal") fail("rxCutThroughBytes", "needs a line rate");
      if (receive === "remote") fail("rxCutThroughBytes", 'needs receive mode "ring"');
      if (offloads.mergeBytes > 0) fail("rxCutThroughBytes", "needs receive merge off");
    }
    for (const [field, isOff, message] of notInMemory(card)) if (!isOff) fail(field, message);
    if (card.host !== undefined) {
      if (card.driver === "steps")
        fail("host", 'needs driver "program": it answers what a program has written');
      if (offloads.segmentBytes > 0)
        fail("host", "needs offloads.segmentBytes 0: it hears frames as a whole");
    }
    if (slotNanoseconds > 0 && slotNanoseconds * clockHertz < 1e9) {
      fail("slotNanoseconds", "is shorter than a cycle");
    }
  },
  checkUse({ driver, moreRings }, { ring: wanted, do: step }, fail) {
    if (driver === "program" && (step === "take-frame" || step === "give-frame" || step === "reap"))
      fail("nic", "is served by programs: no step takes, gives or reaps its frames");
    const rings = 1 + moreRings.length;
    if (typeof wanted === "number" && wanted >= rings)
      fail("ring", `must be below the number of its rings, ${rings}`);
  },
  warn(card, { bus }, warn) {
    [card, ...card.moreRings].forEach(({ coalescing, rxRingFrames }, index) => {
      const field = index === 0 ? "coalescing.frames" : `moreRings[${index - 1}].coalescing.frames`;
      if (neverAsks(coalescing, rxRingFrames)) warn(field, neverAsksText(coalescing, rxRingFrames, "ring"));
    });
    const { txBufferBytes, txBuffers, txCoalescing, txQueueFrames } = card;
    if (neverAsks(txCoalescing, txQueueFrames)) {
      warn("txCoalescing.frames", neverAsksText(txCoalescing, txQueueFrames, "transmit queue"));
    }
    if (card.offloads.mergeBytes > 0 && card.offloads.mergeNanoseconds === 0) {
      warn("offloads.mergeBytes", MERGES_NOTHING);
    }
    if (txBufferBytes > 0 && txBuffers === 0) {
      warn("txBufferBytes", BOUNDS_NOTHING);
    }
    if (bus.dma !== "instant") return;
    for (const key of ["rxCutThroughBytes", "txCutThroughBytes"] as const) {
      if (card[key] > 0) warn(key, "changes nothing: with instant DMA data move in no time");
    }
  },
};

/** Fields that a card served by programs cannot have. */
function notInMemory(card: Nic): readonly (readonly [field: string, isOff: boolean, message: string])[] {
  if (card.driver === "steps") return [];
  const goes = "goes with the driver steps alone";
  return [
    ["receive", card.receive === "ring", goes],
    ["moreRings", card.moreRings.length === 0, goes],
    ["rxBuffers", card.rxBuffers === 0, goes],
    ["statusBy", card.statusBy === "event", goes],
    ["offloads.mergeBytes", card.offloads.mergeBytes === 0, goes],
    ["rxCutThroughBytes", card.rxCutThroughBytes === 0, goes],
    ["txCutThroughBytes", card.txCutThroughBytes === 0, goes],
    ["txQueueBytes", card.txQueueBytes === 0, goes],
    ["txBuffers", card.txBuffers === 0, goes],
  ];
}

const MERGES_NOTHING =
  "merges no frames: a packet waits for the next one only as long as mergeNanoseconds, which is 0";
const BOUNDS_NOTHING =
  "has no effect: without txBuffers the number of descriptors in the transmit queue is not limited";

type Coalescing = Nic["coalescing"];

/** This is not an error, because software that polls may still take the frames. */
function neverAsks({ frames, absoluteNanoseconds, packetNanoseconds }: Coalescing, places: number): boolean {
  return frames > places && absoluteNanoseconds + packetNanoseconds === 0;
}

function neverAsksText({ frames }: Coalescing, places: number, holder: string): string {
  return `waits for ${frames} frames, but the ${holder} holds ${places} and there is no timer: no interrupt comes unless software takes frames without one`;
}

export type Nic = z.output<typeof nicSchema>;
export type NicStep = z.output<(typeof nicStepSchemas)[number]>;
export type NicCondition = z.output<
  (typeof nicFrameConditionSchemas)[number] | (typeof nicStatusConditionSchemas)[number]
>;
