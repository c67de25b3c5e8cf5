export const JOURNEYS: Readonly<Record<string, readonly string[]>>;
export interface Reach {
  readonly checks: ReadonlySet<string>;
  readonly unit: readonly string[];
  readonly specs: readonly string[] | "all";
  readonly whole: { readonly unit: readonly string[]; readonly specs: readonly string[] };
}
export function reachOf(
  changed: readonly string[],
  tests: readonly string[],
  isThere?: (path: string) => boolean,
): Reach | undefined;
export function changedSince(revision: string): string[];
export function unitTests(): string[];
