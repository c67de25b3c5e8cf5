/** The operating system's scheduler. */
import { z } from "zod";
import { sim_scheduler_names } from "../../core-wasm/binding/layout.gen.ts";
import { count } from "../base/field.ts";

export const schedulerSchema = z
  .strictObject({
    policy: z.enum(sim_scheduler_names).default("none").meta({
      title: "Policy",
      description:
        "none: at most one thread lives always on a context. priority: the most urgent one runs until it waits. round-robin: those of the same priority take turns.",
    }),
    timeSliceCycles: count(1, 0xffff_ffff).default(10_000).meta({
      title: "Time slice",
      unit: "cycles",
      description: "round-robin: how long a thread may run while others of its priority want to.",
    }),
    switchCycles: count(0, 0xffff_ffff).default(0).meta({
      title: "Switch",
      unit: "cycles",
      description: "Of the kernel when a context goes to another thread, beside save and restore.",
    }),
    tickCycles: count(0, 0xffff_ffff).default(0).meta({
      title: "Tick",
      unit: "cycles",
      description: "Slices and sleeps end only at its multiples; 0: at any cycle.",
    }),
    tickWorkCycles: count(0, 0xffff_ffff).default(0).meta({
      title: "Work of a tick",
      unit: "cycles",
      description: "Of the kernel, at each tick on each context that runs something; less than a tick.",
    }),
  })
  .prefault({})
  .meta({ title: "Scheduler", description: "Of threads that always live; handlers go before." });
