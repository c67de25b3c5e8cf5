/** Where in the scenario a field of the core's configuration comes from. */

const PARTS: Readonly<Record<string, string>> = {
  contexts: "machine.core.contextPriorities",
  lines: "machine.interrupts.lines",
  nics: "machine.nics",
  timers: "machine.timers",
  disks: "machine.disks",
  queues: "software.queues",
  routines: "software.routines",
  instructions: "software.routines",
  threads: "software.threads",
  steps: "software.threads",
  traffic: "traffic",
};
/** Flattening moves these, so their index says nothing about the scenario. */
const MOVED: ReadonlySet<string> = new Set(["steps", "instructions", "contexts"]);

/** `field`: a path in sim_config such as `threads[2].priority`. */
export function scenarioField(field: string | undefined): string {
  const [, array, index, rest = ""] = /^(\w+)(\[\d+\])(.*)$/.exec(field ?? "") ?? [];
  if (array === undefined) return field === undefined ? "scenario" : `machine (${field})`;
  const part = PARTS[array] ?? array;
  return MOVED.has(array) ? `${part} (${field})` : `${part}${index}${camelCase(rest)}`;
}

function camelCase(text: string): string {
  return text.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
