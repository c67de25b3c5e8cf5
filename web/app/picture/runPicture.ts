/** Draws for `irqscope export timeline` and `pipeline`. The build of the command includes it (cli/build.mjs). */
import type { DrawRun, PictureTheme } from "../../../lib/export/picture.ts";
import TOKENS from "../../styles/tokens.css?raw";
import { drawRun as drawTimeline } from "../../timeline/saved/runPicture.ts";
import TIMELINE from "../../timeline/timeline.css?raw";

/** The language of pictures. */
export { speak } from "../../text/language.ts";

export const drawRun: DrawRun = (core, scenario, wish) =>
  drawTimeline(core, scenario, wish, tokensIn(wish.theme));

/** Tokens as the page has them on a wide screen. */
function tokensIn(theme: PictureTheme): (name: string) => string {
  return cssTokens([
    { css: TOKENS, rule: ":root" },
    ...(theme === "dark" ? [{ css: TOKENS, rule: '[data-theme="dark"]' }] : []),
    { css: TIMELINE, rule: ".timeline" },
  ]);
}

/** Custom properties of style sheets, read without a browser: of the first rule of each selector, later ones above earlier
 * ones. Values may name others by var(). */
interface RuleOf {
  readonly css: string;
  /** The selector as written in the style sheet. */
  readonly rule: string;
}

function cssTokens(rules: readonly RuleOf[]): (name: string) => string {
  const values = new Map(rules.flatMap(declarations));
  return (name) => resolved(values, name);
}

function declarations({ css, rule }: RuleOf): readonly (readonly [name: string, value: string])[] {
  const lines = css.replaceAll(/\/\*.*?\*\//gs, "").split("\n");
  const at = lines.findIndex((line) => line.trim() === `${rule} {`);
  if (at < 0) throw new Error(`the style sheet has no rule ${rule}`);
  const [body = ""] = lines
    .slice(at + 1)
    .join("\n")
    .split("}", 1);
  return Array.from(body.matchAll(/(--[\w-]+):\s*([^;]+);/g), ([, name = "", value = ""]) => [
    name,
    value.trim(),
  ]);
}

function resolved(values: ReadonlyMap<string, string>, name: string): string {
  return (values.get(name) ?? "").replaceAll(/var\((--[\w-]+)\)/g, (_, inner: string) =>
    resolved(values, inner),
  );
}
