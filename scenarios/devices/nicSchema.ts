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
import { nanoseconds, statusBy } from "./deviceFields.ts";
import { lineFields } from "./lineSchema.ts";
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

const offloadsSchema = z
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
    driver: z.enum(["steps", "program"]).default("steps").meta({
      title: "Served by",
      description:
        "steps: threads take and give frames. program: programs find its registers, and rings of descriptors in their memory; frames have bytes.",
    }),
    host: z
      .strictObject({
        answerCycles: count(1, 0xffff_ffff).default(1000).meta({
          title: "Answers after",
          unit: "cycles",
          description:
            "From the last bit of a request to the begin of its answer on the wire, or its wait for it.",
        }),
      })
      .optional()
      .meta({
        title: "Host",
        description:
          "Behind the wire of a card that programs serve: it answers ARP and ICMP echo requests, and what comes over the wire is asked by it, so that latencies of requests end with the program's answers.",
      }),
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

export const nicList = z.array(nicSchema).max(SIM_NIC_LIMIT).default([]).meta({ title: "NICs" });

export const nicReference = reference("nic", "NIC", "Name of a NIC.");

const nic = nicReference;
const RING_TEXT = { title: "Ring number", description: "Of the NIC's receive rings; 0 is its first." };
const ringNumber = count(0, SIM_NIC_RING_LIMIT - 1);
const ring = ringNumber.default(0).meta(RING_TEXT);

/** Beside the NIC in a choice of a line. */
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
    .meta({ title: "Take a frame", description: "From the NIC; returns when there is none." }),
  z
    .strictObject({ do: z.literal("give-frame"), nic })
    .meta({ title: "Give the frame", description: "To the NIC's transmit queue; full: dropped." }),
  z
    .strictObject({ do: z.literal("reap"), nic })
    .meta({ title: "Reap sent frames", description: "Their slots are free and they count as delivered." }),
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
    description: "Any of the bits, in the NIC's status register. To look clears nothing.",
  }),
  z.strictObject({ on: z.literal("status-clear"), nic, ring, bits: askedBits }).meta({
    title: "The status bits are clear",
    description: "All of the bits, in the NIC's status register.",
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

/** What a card that programs serve does not have. */
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
  "bounds nothing: the transmit queue has as many descriptors as it wants, since txBuffers is 0";

type Coalescing = Nic["coalescing"];

/** Software that polls may still take the frames, so this is no error. */
function neverAsks({ frames, absoluteNanoseconds, packetNanoseconds }: Coalescing, places: number): boolean {
  return frames > places && absoluteNanoseconds + packetNanoseconds === 0;
}

function neverAsksText({ frames }: Coalescing, places: number, holder: string): string {
  return `${frames} never wait at once where the ${holder} holds ${places}, and there is no timer: no interrupt comes unless software takes frames without one`;
}

export type Nic = z.output<typeof nicSchema>;
export type NicStep = z.output<(typeof nicStepSchemas)[number]>;
export type NicCondition = z.output<
  (typeof nicFrameConditionSchemas)[number] | (typeof nicStatusConditionSchemas)[number]
>;
