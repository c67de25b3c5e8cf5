/** Of the workers that run whole machines (machineTasks.ts) instead of the engine. */
export const MACHINE_WORKER = "irqscope machine";
/** Of the one that writes a run as a file (exportTasks.ts). */
export const EXPORT_WORKER = "irqscope export";
/** Of the one that counts where the cycles of programs went (profileTasks.ts). */
export const PROFILE_WORKER = "irqscope profile";
/** Of the one that reads linked files (linkedTasks.ts). */
export const LINKED_WORKER = "irqscope linked files";
/** Of the one that finds where a metric comes to its value (reachTasks.ts). */
export const REACH_WORKER = "irqscope reach";
/** With a task they say so often that they are at work. */
export const AT_WORK_MS = 1000;
