/** A scenario: a machine, its software, its traffic. Version 1 of the file format. */
import { z } from "zod";
import { SIM_TRAFFIC_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { count, line, lines, name } from "../base/field.ts";
import { RUN_CYCLE_LIMIT, TEXT_CHARACTER_LIMIT } from "../base/limits.ts";
import { machineSchema } from "../machine/machine.ts";
import { softwareSchema } from "../software/software.ts";
import { knobsSchema } from "../story/knobs.ts";
import { storySchema } from "../story/story.ts";
import { trafficSchema } from "../traffic/traffic.ts";

export const SCENARIO_FORMAT = "irqscope-scenario";
export const SCENARIO_VERSION = 1;

export const scenarioSchema = z
  .strictObject({
    format: z.literal(SCENARIO_FORMAT),
    version: z.literal(SCENARIO_VERSION),
    name,
    description: lines(TEXT_CHARACTER_LIMIT)
      .default("")
      .meta({ title: "Description", description: "What this scenario shows and where to look." }),
    source: z
      .strictObject({
        document: line(200).meta({
          title: "Document",
          description: "Number or name of the paper or manual.",
        }),
        place: line(400)
          .default("")
          .meta({ title: "Place", description: "Section, figure or table in the document." }),
        note: lines(TEXT_CHARACTER_LIMIT)
          .default("")
          .meta({ title: "Note", description: "What was taken from it and what was not." }),
      })
      .optional()
      .meta({ title: "Source", description: "Where the machine and its numbers come from." }),
    seed: count(0, Number.MAX_SAFE_INTEGER)
      .default(1)
      .meta({ title: "Seed", description: "Starts all random draws; the same seed gives the same run." }),
    runCycles: count(1, RUN_CYCLE_LIMIT)
      .default(20_000_000)
      .meta({ title: "Run length", unit: "cycles", description: "The run ends at this cycle." }),
    machine: machineSchema,
    software: softwareSchema,
    traffic: z.array(trafficSchema).max(SIM_TRAFFIC_LIMIT).default([]).meta({ title: "Traffic" }),
    story: storySchema
      .optional()
      .meta({ title: "Story", description: "Steps that lead a reader through the run." }),
    knobs: knobsSchema,
  })
  .meta({ title: "irqscope scenario", description: "A machine, its software and its traffic." });

/** The form in a file: fields with a default may be missing. */
export type ScenarioInput = z.input<typeof scenarioSchema>;
/** The form for the engine: all defaults are filled in. */
export type Scenario = z.output<typeof scenarioSchema>;

export type { Line } from "../devices/deviceFields.ts";
export type { Nic } from "../devices/nicSchema.ts";
export type { Machine } from "../machine/machine.ts";
export type { Cache } from "../machine/memory.ts";
export type { Lock, Routine, Thread } from "../software/software.ts";
export type { Condition, PlainCondition, Step } from "../software/stepSchema.ts";
export type { Knob } from "../story/knobs.ts";
export type { Traffic } from "../traffic/traffic.ts";
