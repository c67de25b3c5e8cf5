/** The `bus` part of a machine, and the DMA that takes it from the CPU. */
import { z } from "zod";
import { count } from "../base/field.ts";

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
      description: "Cycles for which the bus stays free for the CPU.",
    }),
  })
  .meta({ title: "Cycle stealing" });

export const busSchema = z
  .strictObject({
    clockRatio: count(1, 64).default(1).meta({
      title: "Clock ratio",
      unit: "cycles",
      description:
        "CPU cycles per bus clock. It only aligns: if accesses have addresses, a transaction begins at a multiple of it. Every duration (latency, beats, stores, device registers) stays in CPU cycles and is not multiplied by it, unless inBusClocks is on.",
    }),
    inBusClocks: z.boolean().default(false).meta({
      title: "Durations in bus clocks",
      description:
        "Durations on the bus (cycles per beat, gap between bursts, memory latency, stores, device registers, cache to cache, claim) are in bus clocks: they are multiplied by the clock ratio.",
    }),
    requestCycles: cycles16(0).default(0).meta({
      title: "Request",
      unit: "cycles",
      description:
        "From the moment a core needs the bus until it requests it: 1 if the request is registered. CPU cycles, also with inBusClocks.",
    }),
    bytesPerBeat: count(1, 65_535).default(4).meta({
      title: "Bytes per beat",
      unit: "bytes",
      description:
        "For line fills and write-backs if DMA is instant. If dma is an object, its bytes and cycles per beat apply to them instead, because there is only one bus.",
    }),
    cyclesPerBeat: cycles16(1).default(1).meta({
      title: "Cycles per beat",
      unit: "cycles",
      description:
        "CPU cycles whatever the clock ratio (on a bus at half the clock, one beat per bus clock is 2), or bus clocks with inBusClocks.",
    }),
    dma: z
      .union([z.literal("instant"), dmaSchema])
      .default("instant")
      .meta({
        title: "DMA",
        description:
          "instant: data moves in no time (source 000). Otherwise it takes bus cycles from the CPU.",
      }),
  })
  .prefault({})
  .meta({ title: "Bus" });
