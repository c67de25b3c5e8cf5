/** The page has the code that draws pictures of a run. cli/build.mjs adds it, so no source of the command imports the
 * page (docs/decisions/0027). */
declare module "irqscope:pictures" {
  export const drawRun: import("../lib/export/picture.ts").DrawRun;
}
