/** The `bus` part of a machine, and the DMA that takes it from the CPU. */
import { z } from "zod";
import { count } from "./field.ts";

const cycles16 = (minimum: number) => count(minimum, 65_535);

const dmaSchema = z
  .strictObject({
    bytesPerBeat: count(1, 65_535).default(4).meta({ title: "Bytes per beat", unit: "bytes" }),
    cyclesPerBeat: cycles16(1).default(1).meta({ title: "Cycles per beat", unit: "cycles" }),
    beatsPerBurst: count(1, 65_535)
      .default(8)
      .meta({ title: "Beats per burst", description: "The bus is arbitrated once per burst." }),
    burstGapCycles: cycles16(0).default(1).meta({
      title: "Gap between bursts",
      unit: "cycles",
      description: "Cycles the bus stays free for the CPU.",
    }),
  })
  .meta({ title: "Cycle stealing" });

export const busSchema = z
  .strictObject({
    clockRatio: count(1, 64).default(1).meta({
      title: "Clock ratio",
      unit: "cycles",
      description: "CPU cycles a bus clock: with caches, transactions begin at its multiples.",
    }),
    bytesPerBeat: count(1, 65_535).default(4).meta({
      title: "Bytes per beat",
      unit: "bytes",
      description: "Of line fills, where DMA is instant; else those of DMA hold.",
    }),
    cyclesPerBeat: cycles16(1).default(1).meta({ title: "Cycles per beat", unit: "cycles" }),
    dma: z
      .union([z.literal("instant"), dmaSchema])
      .default("instant")
      .meta({
        title: "DMA",
        description: "instant: data moves in no time (source 000). Else it takes bus cycles from the CPU.",
      }),
  })
  .prefault({})
  .meta({ title: "Bus" });
