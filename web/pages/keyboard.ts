/** The keyboard map: which key means what, where keys are typed text, and how the help sheet says it. */
export type Command =
  | { readonly do: "toggle" | "slower" | "faster" | "fit" | "instructions" | "theme" | "help" | "goto" }
  | { readonly do: "step"; readonly by: "cycle" | "instruction" | "event"; readonly direction: 1 | -1 }
  | { readonly do: "run"; readonly to: "recognised" | "context-switch" | "frame-dropped" | "frame-delivered" }
  | { readonly do: "zoom"; readonly factor: number }
  | { readonly do: "tab"; readonly tab: "metrics" | "settings" };

const ZOOM_FACTOR = 1.5;

const step = (by: "cycle" | "instruction" | "event", direction: 1 | -1): Command => ({
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
  ",": { do: "slower" },
  ".": { do: "faster" },
  i: { do: "run", to: "recognised" },
  c: { do: "run", to: "context-switch" },
  d: { do: "run", to: "frame-dropped" },
  f: { do: "run", to: "frame-delivered" },
  g: { do: "goto" },
  w: { do: "zoom", factor: ZOOM_FACTOR },
  s: { do: "zoom", factor: 1 / ZOOM_FACTOR },
  "0": { do: "fit" },
  x: { do: "instructions" },
  "1": { do: "tab", tab: "metrics" },
  "2": { do: "tab", tab: "settings" },
  t: { do: "theme" },
  "?": { do: "help" },
};

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
  return COMMANDS[arrow && press.shiftKey ? `shift+${key}` : key];
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

export interface KeyHelp {
  readonly keys: readonly string[];
  readonly text: string;
}

/** By where the focus is: the timeline takes some of the page's keys for itself. */
export const KEY_HELP: readonly { readonly where: string; readonly entries: readonly KeyHelp[] }[] = [
  {
    where: "Everywhere",
    entries: [
      { keys: ["Space"], text: "play, pause" },
      { keys: ["←", "→"], text: "one cycle" },
      { keys: ["Shift", "←", "→"], text: "one instruction" },
      { keys: ["[", "]"], text: "one event" },
      { keys: [",", "."], text: "slower, faster" },
      { keys: ["I"], text: "next interrupt" },
      { keys: ["C"], text: "next context switch" },
      { keys: ["D"], text: "next drop" },
      { keys: ["F"], text: "next frame delivered" },
      { keys: ["G"], text: "go to a cycle" },
      { keys: ["X"], text: "instructions, and back" },
      { keys: ["W", "S"], text: "zoom in, out" },
      { keys: ["0"], text: "fit the run" },
      { keys: ["1", "2"], text: "Metrics, Scenario" },
      { keys: ["T"], text: "light, dark" },
      { keys: ["?"], text: "this sheet" },
    ],
  },
  {
    where: "With the focus in the timeline, instead",
    entries: [
      { keys: ["←", "→"], text: "next span" },
      { keys: ["↑", "↓"], text: "next lane" },
      { keys: ["Home", "End"], text: "first, last span in view" },
      { keys: ["Enter"], text: "playhead to the span" },
      { keys: ["A", "D"], text: "pan" },
      { keys: ["Esc"], text: "leave the span" },
    ],
  },
];
