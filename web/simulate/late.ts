/** Parts of the page that are loaded once the machine is on the screen. */

import { pageOf } from "../state/usePage.ts";
import { idle, rested } from "../ui/idle.ts";
import { later } from "../ui/later.ts";
import { popups } from "../ui/PopupButton.tsx";
import { explainedTerm } from "../ui/Term.tsx";
import { runToMenu } from "./transport/RunTo.tsx";

export const lateTimeline = later(async () => {
  await rested();
  return (await import("../timeline/Timeline.tsx")).Timeline;
});
export const latePanels = later(async () => {
  await lateTimeline.load();
  await explainedTerm.load(); // its words are many: none of them changes under a hand
  await idle();
  return import("./panels.ts");
});
/** What is worth trying: behind the panel in which it stands. */
export const lateTries = later(async () => {
  await latePanels.load();
  await idle();
  return (await import("../scenarios/tries/TryStrip.tsx")).TryStrip;
});
/** Numbers of the stage that can be dragged. */
export const lateAdjustable = later(async () => {
  await lateTries.load();
  return (await import("../scenarios/tries/Adjustable.tsx")).Adjustable;
});
/** Phones show nothing without it. */
export const phonePage = later(async () => (await import("./PhonePage.tsx")).PhonePage);

/** What a key opens has to be there when it is pressed. */
export async function loadWhatOpens(): Promise<void> {
  if (pageOf(window.location.hash) === "simulate") await latePanels.load();
  await idle();
  await Promise.all([popups.load(), runToMenu.load()]);
}
