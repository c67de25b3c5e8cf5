/** The `traffic` part of a scenario: the traffic offered to the machine, and its times. */
import { z } from "zod";
import {
  SIM_SIZE_LIMIT,
  SIM_TRACE_BYTE_LIMIT,
  SIM_TRACE_LIMIT,
  SIM_TRAFFIC_LIMIT,
  sim_body_names,
} from "../../core-wasm/binding/layout.gen.ts";
import { base64, column, count, reference, thousandths } from "../base/field.ts";
import { FRAME_BYTE_LIMIT, LINE_RATE_LIMIT, RUN_CYCLE_LIMIT } from "../base/limits.ts";
import { nicReference } from "../devices/nicSchema.ts";

/** A thousand times as slow. */
const TIME_SCALE_LIMIT = 1_000_000;

const DIRECTIONS = ["receive", "send"] as const;

const rateSchema = z
  .strictObject({
    framesPerSecond: thousandths(0.001, 1e10)
      .optional()
      .meta({ title: "Frames per second", unit: "1/s", examples: [50_000] }),
    bitPerSecond: count(1, LINE_RATE_LIMIT)
      .optional()
      .meta({
        title: "Bits per second",
        unit: "bit/s",
        description: "Bits of the frames themselves, without preamble and gap.",
        examples: [50_000_000],
      }),
    intervalCycles: count(1, RUN_CYCLE_LIMIT)
      .optional()
      .meta({
        title: "Interval",
        unit: "cycles",
        description: "From one frame to the next.",
        examples: [2000],
      }),
  })
  .refine((rate) => Object.values(rate).filter((value) => value !== undefined).length === 1, {
    message: "needs exactly one of framesPerSecond, bitPerSecond, intervalCycles",
  })
  .meta({ title: "Rate", minProperties: 1, maxProperties: 1 });

const sendSchema = z
  .strictObject({
    queue: reference("queue", "Queue", "Name of a queue."),
    thread: reference("thread", "Thread", "Name of a thread."),
  })
  .optional()
  .meta({
    title: "Send path",
    description: "The packet to send goes into the queue, and the soft thread is raised.",
  });

const common = {
  nic: nicReference,
  send: sendSchema,
  startCycle: count(0, RUN_CYCLE_LIMIT).default(0).meta({ title: "Starts at", unit: "cycle" }),
};

const uniform = {
  ...common,
  direction: z
    .enum(DIRECTIONS)
    .meta({ title: "Direction", description: "receive: frames arrive from the wire. send: packets go out." }),
  sizeBytes: z
    .union([
      count(1, FRAME_BYTE_LIMIT),
      z
        .array(
          z.strictObject({
            bytes: count(1, FRAME_BYTE_LIMIT).meta({ title: "Frame size", unit: "bytes", examples: [64] }),
            weight: count(1, 65_535)
              .default(1)
              .meta({ title: "Weight", description: "How often, relative to the other sizes." }),
          }),
        )
        .min(1)
        .max(SIM_SIZE_LIMIT)
        .meta({
          title: "Sizes",
          description: "Drawn by weight; simple IMIX is 64, 594 and 1518 bytes at 7:4:1.",
        }),
    ])
    .meta({ title: "Frame size", unit: "bytes", description: "Without preamble and gap.", examples: [64] }),
  flows: count(1, 65_535).default(1).meta({
    title: "Flows",
    description:
      "Number of connections. Each frame is drawn to belong to one, and a NIC with several rings distributes frames by connection.",
  }),
  body: z.enum(sim_body_names).default("udp").meta({
    title: "Body",
    description:
      "The content of received frames, for programs that serve the card. udp: a datagram to port 9. echo-request: an ICMP echo request (ping).",
  }),
  frameCount: count(0, Number.MAX_SAFE_INTEGER)
    .default(0)
    .meta({ title: "Number of frames", description: "0 = no end." }),
};

const bursts = z
  .strictObject({
    frames: count(1, 0xffff_ffff).meta({
      title: "Frames",
      description: "Number of frames in a burst.",
      examples: [32],
    }),
    pauseCycles: count(1, RUN_CYCLE_LIMIT).meta({
      title: "Pause",
      unit: "cycles",
      description: "Added to the gap after each burst.",
      examples: [100_000],
    }),
    tailShape: thousandths(1.05, 10)
      .optional()
      .meta({
        title: "Tail shape",
        description:
          "Frames and pause are minimum values; each is drawn from a Pareto distribution of this shape: mean = minimum × shape / (shape - 1). Shapes up to 2 have heavy tails.",
        examples: [1.5],
      }),
  })
  .optional()
  .meta({ title: "Bursts", description: "The rate applies within a burst." });

const open = z.literal("open").default("open").meta({
  title: "Open loop",
  description: "Events happen at fixed times, whatever the machine does.",
});
const closed = z.literal("closed").meta({
  title: "Closed loop",
  description: "One event at a time: the next event waits until the previous one is processed.",
});

const workEnds = z.enum(["return", "packet"]).default("return").meta({
  title: "Work ends",
  description:
    "return: when the code that finished the frame has returned. packet: when the frame is delivered, or its answer is sent and reaped.",
});

const directions = z
  .string()
  .regex(/^[rs]*$/, { error: "may hold only the letters r and s" })
  .max(SIM_TRACE_LIMIT)
  .meta({ title: "Directions", description: "One letter per event: r = receive, s = send." });
const flows = column(0, 65_535, {
  title: "Flows",
  description: "The connection of each event. Default: one connection for all.",
}).optional();
const bytes = z
  .strictObject({
    lengthsBytes: column(0, FRAME_BYTE_LIMIT, {
      title: "Lengths",
      unit: "bytes",
      description: "How many bytes of each event are known, starting with its first; 0: none.",
    }),
    base64: base64(SIM_TRACE_BYTE_LIMIT, /^[A-Za-z0-9+/]*={0,2}$/, { error: "is not base64" }).meta({
      title: "Bytes",
      description: "Bytes of all events, one after another, in base64; at most 262144 in a scenario.",
    }),
  })
  .optional()
  .meta({
    title: "Bytes of frames",
    description:
      "The content of received frames, for programs that serve their card; a rule makes the unknown bytes.",
  });
/** Fields of captures. */
const recorded = {
  timeScalePermille: count(1, TIME_SCALE_LIMIT).default(1000).meta({
    title: "Time scale",
    unit: "‰",
    description: "Multiplies all times by this value / 1000: 500 is twice as fast.",
  }),
  resample: z
    .strictObject({
      blockEvents: count(1, SIM_TRACE_LIMIT).meta({
        title: "Block",
        unit: "events",
        description: "Number of consecutive events that stay together, with the gaps between them.",
        examples: [50],
      }),
    })
    .optional()
    .meta({
      title: "Resample in blocks",
      description:
        "As many events as recorded, in blocks that the seed chooses, so that each seed gives another sample.",
    }),
};
const sizesBytes = column(1, FRAME_BYTE_LIMIT, { title: "Frame sizes", unit: "bytes" });

export const trafficSchema = z
  .discriminatedUnion("kind", [
    z.discriminatedUnion("loop", [
      z
        .strictObject({ kind: z.literal("constant"), loop: open, ...uniform, bursts, rate: rateSchema })
        .meta({ title: "Constant rate" }),
      z
        .strictObject({
          kind: z.literal("constant"),
          loop: closed,
          ...uniform,
          thinkCycles: count(0, RUN_CYCLE_LIMIT).default(0).meta({
            title: "Think time",
            unit: "cycles",
            description: "From the end of the work on one frame until the next frame is offered.",
          }),
          workEnds,
          window: count(1, SIM_TRAFFIC_LIMIT).default(1).meta({
            title: "Window",
            unit: "frames",
            description:
              "The greatest number of frames in flight, each on its own connection; each waits for its own work.",
          }),
        })
        .meta({ title: "One after another" }),
    ]),
    z
      .strictObject({ kind: z.literal("poisson"), loop: open, ...uniform, bursts, rate: rateSchema })
      .meta({ title: "Poisson", description: "Exponential gaps with this mean rate." }),
    z.discriminatedUnion("loop", [
      z
        .strictObject({
          kind: z.literal("trace"),
          loop: open,
          ...common,
          ...recorded,
          events: z
            .strictObject({
              timesNanoseconds: column(0, Number.MAX_SAFE_INTEGER, {
                title: "Times",
                unit: "ns",
                description: "Counted from the start of the traffic, in ascending order.",
              }),
              sizesBytes,
              directions,
              flows,
              bytes,
            })
            .meta({ title: "Events", description: "Columns of the same length, a row for each event." }),
        })
        .meta({ title: "Trace", description: "Recorded events at their recorded times." }),
      z
        .strictObject({
          kind: z.literal("trace"),
          loop: closed,
          ...common,
          workEnds,
          ...recorded,
          events: z
            .strictObject({
              thinkNanoseconds: column(0, Number.MAX_SAFE_INTEGER, {
                title: "Think times",
                unit: "ns",
                description: "Counted from the end of the work on the previous event.",
              }),
              sizesBytes,
              directions,
              flows,
              bytes,
            })
            .meta({ title: "Events", description: "Columns of the same length, a row for each event." }),
        })
        .meta({ title: "Trace, closed loop", description: "On a slower machine the trace takes longer." }),
    ]),
  ])
  .meta({ title: "Traffic" });

export type Traffic = z.output<typeof trafficSchema>;
