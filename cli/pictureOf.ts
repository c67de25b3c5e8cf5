/** A picture of a run, as the page draws it. */
import { drawRun, speak } from "irqscope:pictures";
import type { CoreModule } from "../core-wasm/binding/index.ts";
import type { PictureRefusal, PictureWish, RunPicture } from "../lib/export/picture.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { InputError } from "./command.ts";

/** Work in progress draws in this language; later pictures are in English again. */
export async function drawnIn<T>(language: "en" | "de", work: () => Promise<T>): Promise<T> {
  await speak(language);
  try {
    return await work();
  } finally {
    await speak("en");
  }
}

/** Throws InputError if the picture cannot be drawn. */
export function pictureOf(
  core: CoreModule,
  scenario: Scenario,
  wish: Omit<PictureWish, "title">,
): RunPicture {
  const { what, window } = wish;
  const title = `${scenario.name}: ${what} of cycles ${window.from} to ${window.to}`;
  const drawn = drawRun(core, scenario, { ...wish, title });
  if (drawn.kind === "picture") return drawn;
  throw new InputError({
    subject: drawn.kind === "too-narrow" ? "--width" : "--window",
    reason: refusalText(drawn, wish),
  });
}

function refusalText(refusal: PictureRefusal, { what, window }: Omit<PictureWish, "title">): string {
  const cycles = window.to - window.from;
  switch (refusal.kind) {
    case "too-narrow":
      return `must be at least ${refusal.leastPx} for a ${what} of ${cycles} cycles`;
    case "too-short":
      return `has ${cycles} cycles; a timeline of this width shows ${refusal.leastCycles} or more; irqscope export pipeline draws fewer`;
    case "too-long":
      return `has ${cycles} cycles; a pipeline shows at most ${refusal.mostCycles}`;
  }
}
