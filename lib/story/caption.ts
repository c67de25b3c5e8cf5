/** Numbers in captions: `{expression}` stands for its value at the step's cycle, `{end: expression}` for its value at
 * the end of the run, `{of napi-budget: expression}` for its value at the end of that built-in scenario's run. Authors
 * never type a number of a run into a caption. */
import type { StoryText } from "../../scenarios/story/story.ts";

export interface Gap {
  /** The expression with its unit: `receive.latency.p99 in us`. */
  readonly expression: string;
  readonly isAtEnd: boolean;
  /** Built-in scenario of the run. Undefined for the story's own scenario. */
  readonly of: string | undefined;
}

type CaptionPart = { readonly kind: "text"; readonly text: string } | ({ readonly kind: "gap" } & Gap);

export function captionParts(text: string): readonly CaptionPart[] {
  return text.split(/(\{[^}]*\})/).flatMap((piece): readonly CaptionPart[] => {
    if (piece === "") return [];
    if (!piece.startsWith("{")) return [{ kind: "text", text: piece }];
    const [, end, of, expression = ""] = /^\{(?:(end:)|of ([\w-]+):)?\s*(.*?)\s*\}$/.exec(piece) ?? [];
    return [{ kind: "gap", expression, isAtEnd: end !== undefined || of !== undefined, of }];
  });
}

/** The sentences of a caption without a gap, which can be read before the numbers are known. */
export function sentencesWithoutGaps(text: string): readonly string[] {
  return text.split(/(?<=[.?!])\s+(?![^{]*\})/).filter((sentence) => !sentence.includes("{"));
}

export function textIn(text: StoryText, language: "en" | "de"): string {
  return typeof text === "string" ? text : text[language];
}
