/** The code that draws pictures of a run is the page's; cli/build.mjs puts it in, so that no source of the command imports
 * the page (docs/decisions/0027). */
declare module "irqscope:pictures" {
  export const drawRun: import("../lib/export/picture.ts").DrawRun;
}
