/** Lists the visits of this page that are open in some tab. No tab writes the drafts of other visits. */
const PREFIX = "irqscope.visit.";

/** Id of this page load. Two tabs may be opened at the same moment. */
export const VISIT = `${performance.timeOrigin.toString(36)}-${Math.random().toString(36).slice(2)}`;

/** The browser lets go of it when the tab is closed, or dies. */
export function holdVisit(): void {
  void navigator.locks
    ?.request(PREFIX + VISIT, () => new Promise<never>(() => undefined))
    .catch(() => undefined);
}

/** Without locks (plain HTTP, a sandbox), other tabs are unknown. */
export async function liveVisits(): Promise<ReadonlySet<string>> {
  try {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
    return new Set(names);
  } catch {
    return new Set();
  }
}
