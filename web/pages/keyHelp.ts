/** How the help sheet says the keyboard map. */
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
      { keys: ["{", "}"], text: "one packet" },
      { keys: [",", "."], text: "slower, faster" },
      { keys: ["I"], text: "next interrupt" },
      { keys: ["C"], text: "next context switch" },
      { keys: ["D"], text: "next drop" },
      { keys: ["F"], text: "next frame delivered" },
      { keys: ["H"], text: "next handler entered" },
      { keys: ["G"], text: "go to a cycle" },
      { keys: ["J"], text: "follow the packet that came last" },
      { keys: ["Shift", "J"], text: "follow the interrupt raised last" },
      { keys: ["L"], text: "tracks of the timeline" },
      { keys: ["R"], text: "statistics of what is shown" },
      { keys: ["K"], text: "breakpoints" },
      { keys: ["B"], text: "run to the next breakpoint" },
      { keys: ["Shift", "B"], text: "back to the breakpoint before" },
      { keys: ["M"], text: "bookmark this cycle" },
      { keys: ["N"], text: "next bookmark" },
      { keys: ["Shift", "N"], text: "bookmark before" },
      { keys: ["X"], text: "instructions, and back" },
      { keys: ["W", "S"], text: "zoom in, out" },
      { keys: ["0"], text: "fit the run" },
      { keys: ["1", "2"], text: "Metrics, Settings" },
      { keys: ["P", "Esc"], text: "presenter mode, and back" },
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
