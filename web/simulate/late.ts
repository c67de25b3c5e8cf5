/** Parts of the page that are loaded once the machine is on the screen. */
import { idle, rested } from "../../base/idle.ts";
import { later } from "../../base/later.ts";
import { popups } from "../../base/PopupButton.tsx";
import { explainedTerm } from "../../base/Term.tsx";
import { pageOf } from "../usePage.ts";
import { runToMenu } from "./RunTo.tsx";

export const lateTimeline = later(async () => {
  await rested();
  return (await import("../../timeline/Timeline.tsx")).Timeline;
});
export const latePanels = later(async () => {
  await lateTimeline.load();
  await explainedTerm.load(); // its words are many: none of them changes under a hand
  await idle();
  return import("./panels.ts");
});
/** Phones show nothing without it. */
export const phonePage = later(async () => (await import("./PhonePage.tsx")).PhonePage);

/** What a key opens has to be there when it is pressed. */
export async function loadWhatOpens(): Promise<void> {
  if (pageOf(window.location.hash) === "simulate") await latePanels.load();
  await idle();
  await Promise.all([popups.load(), runToMenu.load()]);
}
