export const JOURNEYS: Readonly<Record<string, readonly string[]>>;
export interface Reach {
  readonly checks: ReadonlySet<string>;
  readonly unit: readonly string[];
  readonly specs: readonly string[] | "all";
}
export function reachOf(changed: readonly string[], tests: readonly string[]): Reach;
export function changedSince(revision: string): string[];
export function unitTests(): string[];
