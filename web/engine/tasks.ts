/** What the page and its workers agree on: the name of a worker says which work it does. */

/** Workers that run whole machines (machineTasks.ts) instead of the engine. */
export const MACHINE_WORKER = "irqscope machine";
/** Writes a run as a file (exportTasks.ts). */
export const EXPORT_WORKER = "irqscope export";
/** Counts where the cycles of programs went (profileTasks.ts). */
export const PROFILE_WORKER = "irqscope profile";
/** Reads linked files (linkedTasks.ts). */
export const LINKED_WORKER = "irqscope linked files";
/** Finds where a metric reaches its value (machineTasks.ts). */
export const REACH_WORKER = "irqscope reach";
/** A worker with a task says so often that it is at work. */
export const AT_WORK_MS = 1000;

/** What a worker with one task answers, part by part. */
export type TaskAnswer<Part> =
  | (Part & { readonly kind: "part" })
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };
