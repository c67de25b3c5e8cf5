/** Names of workers. The name determines the job of a worker. */

/** Workers that run whole machines (machineTasks.ts) and not the engine. */
export const MACHINE_WORKER = "irqscope machine";
/** Writes a run as a file (exportTasks.ts). */
export const EXPORT_WORKER = "irqscope export";
/** Counts where the cycles of programs went (profileTasks.ts). */
export const PROFILE_WORKER = "irqscope profile";
/** Reads linked files (linkedTasks.ts). */
export const LINKED_WORKER = "irqscope linked files";
/** Finds the cycle at which a metric reaches its value (machineTasks.ts). */
export const REACH_WORKER = "irqscope reach";
/** Interval at which a worker with a task reports that it is working. */
export const AT_WORK_MS = 1000;

/** Answers of a worker with one task, part by part. */
export type TaskAnswer<Part> =
  | (Part & { readonly kind: "part" })
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };
