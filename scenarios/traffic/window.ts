/** Closed traffic with a window: as many sources of the core, each with one event outstanding (docs/model.md, M-198). */
import type { Traffic } from "./traffic.ts";

/** The scenario's traffic in its order, behind it what its windows add. */
export function sourcesOf(traffic: readonly Traffic[]): readonly Traffic[] {
  const windows = traffic.map(sourcesOfWindow);
  return [...windows.map(([first]) => first), ...windows.flatMap(([, ...rest]) => rest)];
}

function sourcesOfWindow(traffic: Traffic): readonly [Traffic, ...Traffic[]] {
  if (traffic.kind !== "constant" || traffic.loop !== "closed") return [traffic];
  const { frameCount, window } = traffic;
  /* A frame count of 0 has no end: each of the sources has at least one frame. */
  const sources = frameCount === 0 ? window : Math.min(window, frameCount);
  const share = (index: number): Traffic => ({
    ...traffic,
    frameCount: Math.floor(frameCount / sources) + (index < frameCount % sources ? 1 : 0),
  });
  return [share(0), ...Array.from({ length: sources - 1 }, (_, index) => share(index + 1))];
}
