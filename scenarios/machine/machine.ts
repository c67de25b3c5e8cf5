/** The `machine` part of a scenario: core, interrupt controller, bus, devices. */
import { z } from "zod";
import { SIM_LINE_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { count } from "../base/field.ts";
import { CLOCK_HERTZ_LIMIT } from "../base/limits.ts";
import { lineSchema } from "../devices/lineSchema.ts";
import { DEVICE_LISTS } from "../devices/schemas.ts";
import { busSchema } from "./bus.ts";
import { memorySchema } from "./memory.ts";
import { coreSchema } from "./processor.ts";

const cycles16 = (minimum: number) => count(minimum, 65_535);

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
