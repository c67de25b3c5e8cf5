/** Numbers in captions: `{expression}` stands for its value where the step stands, `{end: expression}` at the end of the
 * run, `{of napi-budget: expression}` at the end of that built-in scenario's run. Nothing that a caption says of a run is written down by hand. */
import type { StoryText } from "../../scenarios/story/story.ts";

export interface Gap {
  /** With its unit: `receive.latency.p99 in us`. */
  readonly expression: string;
  readonly isAtEnd: boolean;
  /** Built-in scenario whose run it is; undefined: the one that the story tells of. */
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

export function textIn(text: StoryText, language: "en" | "de"): string {
  return typeof text === "string" ? text : text[language];
}
