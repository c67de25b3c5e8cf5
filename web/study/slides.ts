/** What a speaker shows of a study, one after the other. */
import type { View } from "../../lib/study/views.ts";

export type Slide =
  | { readonly kind: "lines"; readonly metric: string }
  | { readonly kind: "map"; readonly metric: string }
  | { readonly kind: "front" };

/** The measure that is looked at comes first; a map needs two axes, a trade-off two measures. */
export function slidesOf(metrics: readonly string[], view: Pick<View, "metric" | "y">): readonly Slide[] {
  const ordered = [view.metric, ...metrics.filter((one) => one !== view.metric)];
  return [
    ...ordered.flatMap((metric): Slide[] => [
      { kind: "lines", metric },
      ...(view.y === undefined ? [] : [{ kind: "map", metric } as const]),
    ]),
    ...(metrics.length < 2 ? [] : [{ kind: "front" } as const]),
  ];
}
