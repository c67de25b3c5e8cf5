/** Parts of the page that are loaded once the machine is on the screen. */

import { pageOf } from "../state/usePage.ts";
import { firstInput, idle, rested } from "../ui/idle.ts";
import { later } from "../ui/later.ts";
import { popups } from "../ui/PopupButton.tsx";
import { runToMenu } from "./transport/RunTo.tsx";

export const lateTimeline = later(async () => {
  await rested();
  return (await import("../timeline/Timeline.tsx")).Timeline;
});
export const latePanels = later(async () => {
  await lateTimeline.load();
  await idle();
  return import("./panels.ts");
});
/** The panels over the page, below 1200 px. */
export const lateDrawer = later(async () => {
  await latePanels.load();
  return (await import("./SideDrawer.tsx")).SideDrawer;
});
/** What is worth trying: behind the panel in which it stands. */
export const lateTries = later(async () => {
  await latePanels.load();
  await idle();
  return (await import("../scenarios/tries/TryStrip.tsx")).TryStrip;
});
/** Numbers of the stage that can be dragged: from the first input on. */
export const lateAdjustable = later(async () => {
  await firstInput();
  return (await import("../scenarios/tries/Adjustable.tsx")).Adjustable;
});
/** Phones show nothing without it. */
export const phonePage = later(async () => (await import("./PhonePage.tsx")).PhonePage);

/** Panels of the machine; and, once a user is there, what keys and presses open. */
export async function loadWhatOpens(): Promise<void> {
  void firstInput()
    .then(() => Promise.all([popups.load(), runToMenu.load(), lateDrawer.load()]))
    .catch(() => undefined);
  if (pageOf(window.location.hash) === "simulate") await latePanels.load();
  await idle();
}
