/** Runs commands. Keys, buttons and the palette all use it. */
import type { CommandId } from "../../state/keymap.ts";
import type { Session } from "../../state/session.ts";
import type { Page } from "../../state/usePage.ts";
import { chooseLanguage, otherLanguage } from "../language.ts";

/** Actions that the shell of the page performs itself. */
export interface CommandFrame {
  readonly page: Page;
  /** A dialog is opening. Keys typed before it has the focus are meant for it. */
  readonly isBusy: boolean;
  readonly theme: () => void;
  readonly presenter: () => void;
  readonly goTo: () => void;
  readonly show: (what: "palette" | "keys" | "tour") => void;
}

const ZOOM_FACTOR = 1.5;
const PAN_SHARE = 0.2;

type Run = (session: Session, frame: CommandFrame) => void;

function goToPage(page: "simulate" | "compare" | "sweep" | "papers" | "labs"): void {
  window.location.hash = `#${page}`;
}

/** The gallery is attached to the name of the scenario, which only Simulate shows. */
function gallery(panel: "scenarios" | "save"): Run {
  return ({ actions }, { page }) => {
    if (page !== "simulate") goToPage("simulate");
    actions.setPanel(panel);
  };
}

function pan(direction: 1 | -1): Run {
  return ({ actions, store }) => actions.panBy(direction * PAN_SHARE * store.getState().viewport.widthPx);
}

function zoom(factor: number): Run {
  return ({ actions, live }) => actions.zoomAround(live.playhead.get(), factor);
}

const RUN: Readonly<Record<CommandId, Run>> = {
  play: ({ actions }) => actions.toggle(),
  "cycle-back": ({ actions }) => actions.stepCycle(-1),
  "cycle-on": ({ actions }) => actions.stepCycle(1),
  "instruction-back": ({ actions }) => actions.stepInstruction(-1),
  "instruction-on": ({ actions }) => actions.stepInstruction(1),
  "event-back": ({ actions }) => actions.stepEvent(-1),
  "event-on": ({ actions }) => actions.stepEvent(1),
  "packet-back": ({ actions }) => actions.runTo("frame-offered", -1),
  "packet-on": ({ actions }) => actions.runTo("frame-offered", 1),
  slower: ({ actions }) => actions.slower(),
  faster: ({ actions }) => actions.faster(),
  rates: ({ actions }) => actions.toggleRates(),
  "to-interrupt": ({ actions }) => actions.runTo("recognised"),
  "to-switch": ({ actions }) => actions.runTo("context-switch"),
  "to-drop": ({ actions }) => actions.runTo("frame-dropped"),
  "to-delivery": ({ actions }) => actions.runTo("frame-delivered"),
  "to-handler": ({ actions }) => actions.runTo("handler-entered"),
  "interrupt-back": ({ actions }) => actions.runTo("recognised", -1),
  "switch-back": ({ actions }) => actions.runTo("context-switch", -1),
  "drop-back": ({ actions }) => actions.runTo("frame-dropped", -1),
  "delivery-back": ({ actions }) => actions.runTo("frame-delivered", -1),
  "handler-back": ({ actions }) => actions.runTo("handler-entered", -1),
  "to-start": ({ actions }) => actions.seek(0),
  "to-end": ({ actions, store }) => actions.seek(store.getState().frontier),
  "go-to": (_, frame) => frame.goTo(),
  breakpoints: ({ actions }) => actions.setPanel("breakpoints"),
  "breakpoint-on": ({ actions }) => actions.runToBreakpoint(1),
  "breakpoint-back": ({ actions }) => actions.runToBreakpoint(-1),
  bookmarks: ({ actions }) => actions.setPanel("bookmarks"),
  "bookmark-on": ({ actions }) => actions.goToBookmark(1),
  "bookmark-back": ({ actions }) => actions.goToBookmark(-1),
  "follow-packet": ({ actions }) => actions.follow("packet"),
  "follow-interrupt": ({ actions }) => actions.follow("interrupt"),
  why: ({ actions }) => actions.askWhyHere(),
  tracks: ({ actions }) => actions.setPanel("tracks"),
  range: ({ actions }) => actions.rangeOfView(),
  instructions: ({ actions }) => actions.toggleInstructions(),
  "zoom-in": zoom(ZOOM_FACTOR),
  "zoom-out": zoom(1 / ZOOM_FACTOR),
  fit: ({ actions }) => actions.fitRun(),
  "pan-left": pan(-1),
  "pan-right": pan(1),
  scenarios: gallery("scenarios"),
  save: gallery("save"),
  share: ({ actions }) => actions.setPanel("share"),
  download: async ({ store }) => {
    const { scenario } = store.getState();
    if (scenario !== undefined) (await import("../../scenarios/share.ts")).downloadScenario(scenario);
  },
  metrics: ({ actions }) => actions.showSide("metrics"),
  settings: ({ actions }) => actions.showSide("settings"),
  details: ({ actions, store }) => actions.setDetails(!store.getState().details),
  simulate: () => goToPage("simulate"),
  compare: () => goToPage("compare"),
  sweep: () => goToPage("sweep"),
  papers: () => goToPage("papers"),
  labs: () => goToPage("labs"),
  presenter: (_, frame) => frame.presenter(),
  theme: (_, frame) => frame.theme(),
  language: (session) => chooseLanguage(session, otherLanguage()),
  palette: (_, frame) => frame.show("palette"),
  keys: (_, frame) => frame.show("keys"),
  tour: (_, frame) => frame.show("tour"),
};

export function runCommand(id: CommandId, session: Session, frame: CommandFrame): void {
  RUN[id](session, frame);
}
