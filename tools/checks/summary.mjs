// What `npm test` says at its end.

/**
 * @typedef {import("./result.mjs").Result} Result
 * @typedef {{ title: string, seconds: number, result: Result }} Stage
 */

/** Minutes behind the set-up, on two quiet cores. A list that takes longer says so and does not fail: a busy host is
 * slower. */
export const LIMIT_MINUTES = { short: 15, long: 45 };
const SLOWEST = 10;
const SECONDS_PER_MINUTE = 60;

/** @param {{ stages: readonly Stage[], failures: readonly string[], notes: readonly string[], list: "short" | "long" | "part" }} run
 * @returns {{ text: string, hasFailed: boolean }} ends with the count that continuous integration reads */
export function summary({ stages, failures: setUp, notes, list }) {
  const failures = [
    ...setUp,
    ...stages.flatMap(({ title, result }) => result.failures.map((failure) => `${title}: ${failure}`)),
  ];
  const flaky = stages.flatMap(({ title, result }) =>
    (result.flaky ?? []).map((name) => `${title}: ${name}`),
  );
  const passed = stages.reduce((sum, { result }) => sum + result.passed, 0);
  const seconds = stages.reduce((sum, stage) => sum + stage.seconds, 0);
  const lines = [
    "\n=== summary ===",
    ...stages.map(stageLine),
    `in all ${minutesText(seconds)}`,
    ...slowestLines(stages),
    ...notes,
    ...stages.flatMap(({ result }) => result.note ?? []),
    ...failures.map((failure) => `failed: ${failure}`),
    ...flaky.map((name) => `flaky, passed at the second try: ${name}`),
    ...overLimit(list, seconds),
    `${passed} passed, ${failures.length} failed${flaky.length === 0 ? "" : `, ${flaky.length} flaky`}`,
  ];
  return { text: lines.join("\n"), hasFailed: failures.length > 0 };
}

/** @param {Stage} stage */
function stageLine({ title, seconds, result }) {
  const counts = `${String(result.passed).padStart(5)} passed ${String(result.failures.length).padStart(4)} failed`;
  return `${title.padEnd(34)} ${counts} ${seconds.toFixed(1).padStart(7)} s`;
}

/** @param {readonly Stage[]} stages */
function slowestLines(stages) {
  const files = stages.flatMap(({ result }) => result.files ?? []).sort((a, b) => b.seconds - a.seconds);
  if (files.length === 0) return [];
  const lines = files
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
  return ["slowest files (files run beside each other):", ...lines];
}

/** @param {"short" | "long" | "part"} list @param {number} seconds */
function overLimit(list, seconds) {
  if (list === "part" || seconds <= LIMIT_MINUTES[list] * SECONDS_PER_MINUTE) return [];
  return [
    `over its limit: the ${list} list took ${minutesText(seconds)}, and ${LIMIT_MINUTES[list]} are meant on two quiet cores (docs/checks.md)`,
  ];
}

/** @param {number} seconds */
const minutesText = (seconds) => `${(seconds / SECONDS_PER_MINUTE).toFixed(1)} minutes`;
