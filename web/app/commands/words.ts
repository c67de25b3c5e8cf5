/** Names of the commands, in the palette and in the list of keys. */
import type { CommandId } from "../../state/keymap.ts";
import type { Label } from "../../text/t.ts";

export type CommandGroup = "Play and step" | "Run to" | "Marks" | "Timeline" | "Scenario" | "Page";

interface CommandWords {
  readonly group: CommandGroup;
  readonly title: Label;
  /**
   * Other words that a user may look for. They are English, because English titles are found in every
   * language.
   */
  readonly also?: string;
}

const words = (group: CommandGroup, title: Label, also?: string): CommandWords =>
  also === undefined ? { group, title } : { group, title, also };

/** Words in the order of the registry (state/keymap.ts). */
export const COMMAND_WORDS: Readonly<Record<CommandId, CommandWords>> = {
  play: words("Play and step", "Play or pause", "run stop start"),
  "cycle-back": words("Play and step", "One cycle back", "step previous"),
  "cycle-on": words("Play and step", "One cycle forward", "step next forward"),
  "instruction-back": words("Play and step", "One instruction back", "step previous"),
  "instruction-on": words("Play and step", "One instruction forward", "step next forward"),
  "event-back": words("Play and step", "One event back", "step previous"),
  "event-on": words("Play and step", "One event forward", "step next forward"),
  "packet-back": words("Play and step", "One packet back", "step previous frame"),
  "packet-on": words("Play and step", "One packet forward", "step next forward frame"),
  slower: words("Play and step", "Slower", "speed"),
  faster: words("Play and step", "Faster", "speed"),
  rates: words("Play and step", "Show or hide rates", "per second percentage share"),
  "to-interrupt": words("Run to", "Next interrupt", "run to line"),
  "to-switch": words("Run to", "Next context switch", "run to"),
  "to-drop": words("Run to", "Next loss", "run to lost drop frame overflow"),
  "to-delivery": words("Run to", "Next delivery", "run to frame delivered"),
  "to-handler": words("Run to", "Next handler entry", "run to isr entered"),
  "interrupt-back": words("Run to", "Previous interrupt", "run back line before"),
  "switch-back": words("Run to", "Previous context switch", "run back before"),
  "drop-back": words("Run to", "Previous loss", "run back lost drop frame overflow before"),
  "delivery-back": words("Run to", "Previous delivery", "run back before frame delivered"),
  "handler-back": words("Run to", "Previous handler entry", "run back isr before"),
  "to-start": words("Run to", "Start of the run", "reset rewind begin zero home"),
  "to-end": words("Run to", "End of the simulated part", "last latest frontier"),
  "go-to": words("Run to", "Go to a cycle…", "seek jump time"),
  breakpoints: words("Marks", "Breakpoints…", "condition stop"),
  "breakpoint-on": words("Marks", "Run to the next breakpoint", "stop"),
  "breakpoint-back": words("Marks", "Back to the previous breakpoint", "previous"),
  bookmarks: words("Marks", "Bookmark this cycle…", "note"),
  "bookmark-on": words("Marks", "Next bookmark", "note"),
  "bookmark-back": words("Marks", "Previous bookmark", "previous note"),
  "follow-packet": words("Timeline", "Follow the latest packet", "journey latency parts"),
  "follow-interrupt": words("Timeline", "Follow the latest interrupt", "journey latency parts"),
  why: words("Timeline", "Why lost, why late?", "reason cause drop explain delay"),
  tracks: words("Timeline", "Tracks…", "lanes order pin height"),
  range: words("Timeline", "Statistics of the visible range", "range selection"),
  instructions: words("Timeline", "Show instructions, and back", "pipeline diagram zoom"),
  "zoom-in": words("Timeline", "Zoom in"),
  "zoom-out": words("Timeline", "Zoom out"),
  fit: words("Timeline", "Show the whole run", "fit zoom"),
  "pan-left": words("Timeline", "Pan left", "move"),
  "pan-right": words("Timeline", "Pan right", "move"),
  scenarios: words("Scenario", "Open a scenario…", "gallery demos papers examples file library"),
  save: words("Scenario", "Save the scenario…", "keep library own name"),
  share: words("Scenario", "Share…", "link qr embed copy url"),
  download: words("Scenario", "Download the scenario as a file", "export json save"),
  metrics: words("Page", "Results", "latency throughput panel"),
  settings: words("Page", "Settings", "fields json edit panel"),
  details: words("Page", "Details on, off", "simple quiet all parts expert more"),
  simulate: words("Page", "Go to Simulate", "machine"),
  compare: words("Page", "Go to Compare", "two machines"),
  sweep: words("Page", "Go to Sweep", "study studies parameters sweep grid seeds intervals"),
  papers: words("Page", "Go to Published experiments", "published experiments claims"),
  labs: words("Page", "Go to Labs", "exercises predictions"),
  presenter: words("Page", "Presenter mode on or off", "stage full screen large"),
  theme: words("Page", "Light or dark theme", "theme colours night"),
  language: words("Page", "Deutsch, English", "language sprache german englisch"),
  palette: words("Page", "All commands…", "palette search"),
  keys: words("Page", "Keys…", "keyboard shortcuts help remap"),
  tour: words("Page", "Tour of the page, one minute", "help introduction first"),
};

/** Additional search words for entries that are not commands. */
export const OTHER_WORDS = {
  runTo: "run to next breakpoint",
  full: "full overflow no room",
  term: "term word what is explain",
  "Throughput and losses": "lost delivered received rate frames packets",
  "Interrupt latency": "delay histogram percentiles p99",
  "Where the latency went": "parts masked drain entry save",
  "CPU time by layer": "share application idle save restore",
  "Own measures": "percentiles p95 share expression warm-up",
  Counters: "interrupts saves switches state hash",
} as const;
