/** The keyboard map: which key means what, where keys are typed text, and how the help sheet says it. */
import type { Page } from "./usePage.ts";

export type Command =
  | {
      readonly do:
        | "toggle"
        | "slower"
        | "faster"
        | "fit"
        | "instructions"
        | "theme"
        | "help"
        | "goto"
        | "range"
        | "presenter"
        | "leave-stage";
    }
  | {
      readonly do: "step";
      readonly by: "cycle" | "instruction" | "event" | "packet";
      readonly direction: 1 | -1;
    }
  | { readonly do: "breakpoint" | "bookmark"; readonly direction: 1 | -1 }
  | { readonly do: "follow"; readonly what: "packet" | "interrupt" }
  | { readonly do: "panel"; readonly panel: "breakpoints" | "bookmarks" | "tracks" }
  | {
      readonly do: "run";
      readonly to: "recognised" | "context-switch" | "frame-dropped" | "frame-delivered" | "handler-entered";
    }
  | { readonly do: "zoom"; readonly factor: number }
  | { readonly do: "tab"; readonly tab: "metrics" | "settings" };

const ZOOM_FACTOR = 1.5;

const step = (by: "cycle" | "instruction" | "event" | "packet", direction: 1 | -1): Command => ({
  do: "step",
  by,
  direction,
});

/** By KeyboardEvent.key, letters in lower case. The timeline takes A and D for itself while it has the focus. */
const COMMANDS: Readonly<Record<string, Command>> = {
  " ": { do: "toggle" },
  ArrowLeft: step("cycle", -1),
  ArrowRight: step("cycle", 1),
  "shift+ArrowLeft": step("instruction", -1),
  "shift+ArrowRight": step("instruction", 1),
  "[": step("event", -1),
  "]": step("event", 1),
  "{": step("packet", -1),
  "}": step("packet", 1),
  b: { do: "breakpoint", direction: 1 },
  "shift+b": { do: "breakpoint", direction: -1 },
  n: { do: "bookmark", direction: 1 },
  "shift+n": { do: "bookmark", direction: -1 },
  l: { do: "panel", panel: "tracks" },
  r: { do: "range" },
  j: { do: "follow", what: "packet" },
  "shift+j": { do: "follow", what: "interrupt" },
  k: { do: "panel", panel: "breakpoints" },
  m: { do: "panel", panel: "bookmarks" },
  ",": { do: "slower" },
  ".": { do: "faster" },
  i: { do: "run", to: "recognised" },
  c: { do: "run", to: "context-switch" },
  d: { do: "run", to: "frame-dropped" },
  f: { do: "run", to: "frame-delivered" },
  h: { do: "run", to: "handler-entered" },
  g: { do: "goto" },
  w: { do: "zoom", factor: ZOOM_FACTOR },
  s: { do: "zoom", factor: 1 / ZOOM_FACTOR },
  "0": { do: "fit" },
  x: { do: "instructions" },
  "1": { do: "tab", tab: "metrics" },
  "2": { do: "tab", tab: "settings" },
  p: { do: "presenter" },
  Escape: { do: "leave-stage" },
  t: { do: "theme" },
  "?": { do: "help" },
};

/** What looks into one machine has its place where one is shown; panels open where the transport is. */
export function hasPlaceOn(page: Page, command: Command, held = false): boolean {
  if (held && command.do !== "theme" && command.do !== "help") return false;
  switch (command.do) {
    case "follow":
    case "range":
      return page === "simulate" || page === "lab";
    case "panel":
      return page === "simulate" || page === "lab" || (page === "compare" && command.panel !== "tracks");
    default:
      return true;
  }
}

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** What has the focus; decides which keys belong to it. */
export type KeyTarget = "page" | "button" | "arrows" | "text";

export function keyCommand(press: KeyPress, target: KeyTarget): Command | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || target === "text") return undefined;
  const arrow = press.key.startsWith("Arrow");
  if (target === "button" && press.key === " ") return undefined;
  if (target === "arrows" && (arrow || press.key === " ")) return undefined;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  return (press.shiftKey ? COMMANDS[`shift+${key}`] : undefined) ?? COMMANDS[key];
}

/** Widgets that use arrows, typed text or Space themselves keep them. */
export function keyTarget(element: Element | null): KeyTarget {
  if (element === null) return "page";
  const popup = element.closest(":is([role=dialog], [role=menu])");
  // A popup that is fading out holds the focus for a moment still, a field in it too: its keys are the page's again.
  if (popup !== null) return popup.hasAttribute("data-closed") ? "page" : "text";
  const field = element.closest("input, textarea, select, [contenteditable=true]");
  if (field !== null) return field.getAttribute("type") === "range" ? "arrows" : "text";
  if (element.closest("[role=tab], [role=slider], [role=menuitem]") !== null) return "arrows";
  return element.closest("button, a[href], summary") === null ? "page" : "button";
}
