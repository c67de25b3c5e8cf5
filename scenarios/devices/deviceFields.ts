/** Fields that several kinds of devices have: above all interrupt lines, named lines and devices' own ones. */
import { z } from "zod";
import {
  SIM_CORE_CONTEXT_LIMIT,
  SIM_CORE_LIMIT,
  sim_trigger_names,
} from "../../core-wasm/binding/layout.gen.ts";
import { count, deadlineField, lineReference, name } from "../base/field.ts";
import { DEVICE_NANOSECOND_LIMIT } from "../base/limits.ts";

export const lineFields = {
  priority: count(0, 255)
    .default(1)
    .meta({ title: "Priority", description: "A lower number is more urgent." }),
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
    description: "The controller forgets an edge or message that arrives while the line is masked.",
  }),
  deadlineNanoseconds: deadlineField.meta({
    title: "Deadline",
    unit: "ns",
    description:
      "A goal; the page counts and lists misses. Time from the line's assertion to the handler's first acknowledge. 0 = no deadline.",
  }),
  core: z
    .union([z.literal("any"), count(0, SIM_CORE_LIMIT - 1)])
    .default("any")
    .meta({
      title: "Steered to core",
      description:
        'The core on which the answering thread runs. With "any" the line is not steered, and the thread runs on its own core.',
    }),
  context: z
    .union([z.literal("any"), count(0, SIM_CORE_CONTEXT_LIMIT - 1)])
    .default("any")
    .meta({
      title: "Steered to context",
      description:
        'The context on which the answering thread runs. With "any" the line is not steered, and the thread runs on its own context.',
    }),
};

/** A line that devices name; several may share one. */
export const lineSchema = z.strictObject({ name, ...lineFields }).meta({ title: "Interrupt line" });

/** The line of a device that drives one. */
export const ownLine = z
  .union([lineReference, z.strictObject(lineFields).meta({ title: "A line of its own" })])
  .prefault({})
  .meta({ title: "Interrupt line" });

export type Line = z.output<typeof lineSchema>;
/** A device's own line, which has the name of the device. */
export type OwnLine = Omit<Line, "name">;

/** Fields that several kinds of devices have. */
export const nanoseconds = (title: string, description: string) =>
  count(0, DEVICE_NANOSECOND_LIMIT).default(0).meta({ title, unit: "ns", description });

export const statusBy = (description: string) =>
  z.enum(["event", "fill"]).default("event").meta({ title: "Status by", description });
