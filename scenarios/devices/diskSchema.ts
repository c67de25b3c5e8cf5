/** Disks as a file describes them. */
import { z } from "zod";
import { SIM_DISK_LIMIT, SIM_DISK_QUEUE_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { count, name, reference } from "../base/field.ts";
import { LINE_RATE_LIMIT, REQUEST_BYTE_LIMIT } from "../base/limits.ts";
import { nanoseconds, ownLine, statusBy } from "./deviceFields.ts";
import type { DeviceRules } from "./rules.ts";

export const diskSchema = z
  .strictObject({
    name,
    leastSeekNanoseconds: nanoseconds(
      "Shortest seek",
      "Each request draws its seek time evenly between the shortest and the longest.",
    ),
    mostSeekNanoseconds: nanoseconds(
      "Longest seek",
      "Each request draws its seek time evenly between the shortest and the longest.",
    ),
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
      description:
        "Address in memory where each read stores its data. Default: a range that nothing else uses.",
    }),
    queueRequests: count(1, SIM_DISK_QUEUE_LIMIT).default(SIM_DISK_QUEUE_LIMIT).meta({
      title: "Queue",
      unit: "requests",
      description: "The disk refuses a request when its queue is full.",
    }),
    line: ownLine,
    statusBy: statusBy(
      "event: an event sets a bit, and the acknowledge clears it. fill: the bit stays set until no completed request waits (16550 UART).",
    ),
  })
  .refine((disk) => disk.leastSeekNanoseconds <= disk.mostSeekNanoseconds, {
    message: "needs a shortest seek that is not above the longest",
  })
  .meta({ title: "Disk", description: "Serves requests in order: seek, transfer, DMA over the bus." });

export const diskList = z.array(diskSchema).max(SIM_DISK_LIMIT).default([]).meta({ title: "Disks" });

export const diskReference = reference("disk", "Disk", "Name of a disk.");

const disk = diskReference;
const blocks = count(1, 65_535).default(1).meta({ title: "Length", unit: "blocks" });

export const diskStepSchemas = [
  z.strictObject({ do: z.literal("acknowledge-disk"), disk }).meta({ title: "Acknowledge the disk" }),
  z
    .strictObject({ do: z.literal("read-disk"), disk, blocks })
    .meta({ title: "Read from disk", description: "Queues a request; a full queue refuses it." }),
  z
    .strictObject({ do: z.literal("write-disk"), disk, blocks })
    .meta({ title: "Write to disk", description: "Queues a request; a full queue refuses it." }),
  z
    .strictObject({ do: z.literal("take-disk"), disk })
    .meta({ title: "Take a completed request", description: "Returns if there is no packet." }),
  z
    .strictObject({
      do: z.literal("wait-disk"),
      disk,
      ahead: count(0, SIM_DISK_QUEUE_LIMIT).default(0).meta({
        title: "Requests ahead",
        unit: "requests",
        description:
          "Waits until at most this many requests are under way, so that they are read ahead; 0: waits for a completed request.",
      }),
    })
    .meta({
      title: "Wait for the disk",
      description: "Waits for a completed request. Only permanent threads may use it.",
    }),
] as const;

export const diskConditionSchemas = [
  z.strictObject({ on: z.literal("disk-done"), disk }).meta({ title: "Completed disk requests wait" }),
] as const;

export const diskRules: DeviceRules<Disk> = {
  checkUse({ blockBytes }, { blocks }, fail) {
    const most = Math.floor(REQUEST_BYTE_LIMIT / blockBytes);
    if (typeof blocks === "number" && blocks > most)
      fail("blocks", `must be at most ${most} of this disk's blocks`);
  },
};

export type Disk = z.output<typeof diskSchema>;
export type DiskStep = z.output<(typeof diskStepSchemas)[number]>;
export type DiskCondition = z.output<(typeof diskConditionSchemas)[number]>;
