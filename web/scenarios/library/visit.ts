/** Which visits of this page are open in some tab: drafts of the others have no tab that writes them. */
const PREFIX = "irqscope.visit.";

/** Of this page load; two tabs may be opened in the same moment. */
export const VISIT = `${performance.timeOrigin.toString(36)}-${Math.random().toString(36).slice(2)}`;

/** The browser lets go of it when the tab is closed, or dies. */
export function holdVisit(): void {
  void navigator.locks
    ?.request(PREFIX + VISIT, () => new Promise<never>(() => undefined))
    .catch(() => undefined);
}

/** Without locks (plain HTTP, a sandbox) no other tab is known. */
export async function liveVisits(): Promise<ReadonlySet<string>> {
  try {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
    return new Set(names);
  } catch {
    return new Set();
  }
}
