/** Parts that load once the machine is on the screen: the page for phones, and everything that keys and clicks open. */
import { pageOf } from "../state/usePage.ts";
import { firstInput, idle } from "../ui/idle.ts";
import { later } from "../ui/later.ts";
import { popups } from "../ui/PopupButton.tsx";
import { latePanels } from "./LateParts.tsx";
import { runToMenu } from "./transport/RunTo.tsx";

/** The panels over the page, below 1200 px. */
export const lateDrawer = later(async () => {
  await latePanels.load();
  return (await import("./SideDrawer.tsx")).SideDrawer;
});
/** Phones show nothing without it. */
export const phonePage = later(async () => (await import("./PhonePage.tsx")).PhonePage);

/** Loads panels of the machine and, after the first input of a user, everything that keys and clicks open. */
export async function loadWhatOpens(): Promise<void> {
  void firstInput()
    .then(() => Promise.all([popups.load(), runToMenu.load(), lateDrawer.load()]))
    .catch(() => undefined);
  if (pageOf(window.location.hash) === "simulate") await latePanels.load();
  await idle();
}
