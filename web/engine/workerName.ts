/** Of the workers that run whole machines (machineTasks.ts) instead of the engine. */
export const MACHINE_WORKER = "irqscope machine";
