export interface Stage {
  readonly title: string;
  readonly seconds: number;
  readonly result: {
    readonly passed: number;
    readonly failures: readonly string[];
    readonly flaky?: readonly string[];
    readonly files?: readonly { readonly name: string; readonly seconds: number }[];
    readonly note?: string;
  };
}
export const LIMIT_MINUTES: { readonly short: number; readonly long: number };
export function summary(run: {
  readonly stages: readonly Stage[];
  readonly failures: readonly string[];
  readonly notes: readonly string[];
  readonly list: "short" | "long" | "part";
}): { readonly text: string; readonly hasFailed: boolean };
