/** What `irqscope export timeline` and `pipeline` draw with: the command is built with it (cli/build.mjs). */
import type { DrawRun, PictureTheme } from "../../../lib/export/picture.ts";
import TOKENS from "../../styles/tokens.css?raw";
import { drawRun as drawTimeline } from "../../timeline/saved/runPicture.ts";
import TIMELINE from "../../timeline/timeline.css?raw";
import { cssTokens } from "./cssTokens.ts";

export const drawRun: DrawRun = (core, scenario, wish) =>
  drawTimeline(core, scenario, wish, tokensIn(wish.theme));

/** As the page has them on a wide screen. */
function tokensIn(theme: PictureTheme): (name: string) => string {
  return cssTokens([
    { css: TOKENS, rule: ":root" },
    ...(theme === "dark" ? [{ css: TOKENS, rule: '[data-theme="dark"]' }] : []),
    { css: TIMELINE, rule: ".timeline" },
  ]);
}
