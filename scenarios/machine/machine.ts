/** The `machine` part of a scenario: core, interrupt controller, bus, devices. */
import { z } from "zod";
import { SIM_LINE_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { count } from "../base/field.ts";
import { CLOCK_HERTZ_LIMIT } from "../base/limits.ts";
import { lineSchema } from "../devices/deviceFields.ts";
import { DEVICE_LISTS } from "../devices/schemas.ts";
import { memorySchema } from "./memory.ts";
import { coreSchema } from "./processor.ts";

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

/** The `bus` part of a machine, and the DMA that takes it from the CPU. */
const busSchema = z
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

const saveRestoreSchema = z.discriminatedUnion("kind", [
  z
    .strictObject({
      kind: z.literal("cycles"),
      saveCycles: cycles16(0).default(93).meta({ title: "Save", unit: "cycles" }),
      restoreCycles: cycles16(0).default(93).meta({ title: "Restore", unit: "cycles" }),
      overlapsEntry: z.boolean().default(false).meta({
        title: "Save beside the entry",
        description:
          "The save runs beside the entry steps, and the handler begins when both are over (Armv7-M).",
      }),
      overlapsFetch: z.boolean().default(false).meta({
        title: "Fetch beside save and restore",
        description:
          "The first instruction of the handler is fetched while registers are saved, and the one that is resumed while they are restored (Armv7-M).",
      }),
    })
    .meta({ title: "Fixed cycles", description: "Source 000 gives the sum of both, 186 cycles." }),
  z
    .strictObject({
      kind: z.literal("words"),
      saveWords: cycles16(0).meta({ title: "Save", unit: "words", examples: [32] }),
      restoreWords: cycles16(0).meta({ title: "Restore", unit: "words", examples: [32] }),
    })
    .meta({ title: "Words", description: "Real stores and loads, which go through the pipeline." }),
]);

const entryStep = (title: string, description: string) =>
  cycles16(0).default(1).meta({ title, unit: "cycles", description });

const entrySchema = z
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
    description: "Steps that run after the pipeline has drained; a step of 0 cycles is skipped.",
  });

const interruptsSchema = z
  .strictObject({
    entry: entrySchema,
    saveRestore: saveRestoreSchema.prefault({ kind: "cycles" }).meta({
      title: "Save and restore",
      description: "Cost when an activity starts on a context that another live activity already occupies.",
    }),
    tailChain: z.boolean().default(false).meta({
      title: "Tail chaining",
      description:
        "On return the core takes a pending line at once, without a restore and a save in between.",
    }),
    lateArrival: z.boolean().default(false).meta({
      title: "Late arrival",
      description:
        "A more urgent line that comes during an entry takes it over, and registers are saved once (Armv7-M).",
    }),
    abandons: z.boolean().default(false).meta({
      title: "Abandon instructions",
      description:
        "An interrupt abandons instructions under way instead of letting them drain. They are executed again after the return (Armv7-M).",
    }),
    systemCallSavesFrame: z.boolean().default(false).meta({
      title: "System calls save registers",
      description: "A system call saves and restores registers even if its context is free.",
    }),
    lines: z.array(lineSchema).max(SIM_LINE_LIMIT).default([]).meta({
      title: "Lines",
      description: "Lines with names of their own; a device may also bring its own line.",
    }),
  })
  .prefault({})
  .meta({ title: "Interrupts" });

export const machineSchema = z
  .strictObject({
    clockHertz: count(1, CLOCK_HERTZ_LIMIT).default(200_000_000).meta({ title: "Clock", unit: "Hz" }),
    core: coreSchema,
    interrupts: interruptsSchema,
    memory: memorySchema,
    bus: busSchema,
    ...DEVICE_LISTS,
  })
  .prefault({})
  .meta({ title: "Machine" });

export type Machine = z.output<typeof machineSchema>;
