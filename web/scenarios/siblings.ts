/** Pairs of scenarios that differ in one thing and have the same traffic. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["overload-one-context", "overload-three-contexts"],
  ["ring-overflow", "ring-overflow-three-contexts"],
  ["load-use-one-context", "load-use-four-contexts"],
  ["napi-livelock", "napi-budget"],
  ["one-lock", "lock-per-core"],
  ["000-receive-one-context", "000-receive-three-contexts"],
  ["000-send-one-context", "000-send-three-contexts"],
  ["000-sources-one-context", "000-sources-three-contexts"],
  ["002-both-24k", "002-both-34k"],
  ["004-smp", "004-smp-tuned"],
];

/** Id of the built-in scenario that is best compared with this one. */
export function siblingOf(id: string | undefined): string | undefined {
  for (const [one, other] of PAIRS) {
    if (id === one) return other;
    if (id === other) return one;
  }
  return undefined;
}
