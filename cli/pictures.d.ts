/** The page contains the code that draws pictures of a run. cli/build.mjs adds it, so no source of the command
 * imports the page (docs/decisions/0027). */
declare module "irqscope:pictures" {
  export const drawRun: import("../lib/export/picture.ts").DrawRun;
  /** The language of pictures, until it is chosen again. */
  export const speak: (language: "en" | "de") => Promise<boolean>;
}
