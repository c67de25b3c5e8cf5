/** Locks between threads. What an access costs is a routine's: its loads and stores of the lock's word. */
import { z } from "zod";
import { name, reference } from "../base/field.ts";

const acquire = reference("routine", "Routine", "Name of a routine.").optional();
const release = reference("routine", "Routine", "Name of a routine.").optional();

export const lockSchema = z
  .discriminatedUnion("kind", [
    z
      .strictObject({
        name,
        kind: z.literal("spin"),
        order: z.enum(["any", "fifo", "priority"]).default("any").meta({
          title: "Order",
          description:
            "any: who looks first when it is free. fifo: a ticket lock. priority: the most urgent.",
        }),
        acquire,
        poll: reference("routine", "Routine", "Name of a routine.").optional(),
        release,
      })
      .meta({
        title: "Spin lock",
        description:
          "Who waits runs `poll` until it sees the lock free, then tries again; without `poll` it runs `acquire` again.",
      }),
    z
      .strictObject({
        name,
        kind: z.literal("sleep"),
        order: z.enum(["fifo", "priority"]).default("fifo").meta({
          title: "Order",
          description: "Who is woken and has it then: the one that waits longest, or the most urgent.",
        }),
        protocol: z.enum(["none", "inherit"]).default("none").meta({
          title: "Protocol",
          description:
            "inherit: who has it is as urgent as the most urgent of those that wait for it (PTHREAD_PRIO_INHERIT). none: by its own priority alone.",
        }),
        acquire,
        release,
      })
      .meta({ title: "Sleeping lock", description: "Who waits gives its context away." }),
  ])
  .meta({
    title: "Lock",
    description: "`acquire` runs before each attempt, `release` before the lock is free.",
  });

export type Lock = z.output<typeof lockSchema>;
