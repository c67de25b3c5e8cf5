/** The state of the page that changes at human pace, and the actions on it. What changes every frame is
 * in live.ts; the session (session.ts) implements the actions. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Why, WhyTarget } from "../../lib/why/why.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Bookmark, Breakpoint } from "../../scenarios/link/marks.ts";
import { type Followed, NO_PAIR_MARKS, type PairMarks } from "../../scenarios/link/pair.ts";
import type { TrackSetting } from "../../scenarios/link/tracks.ts";
import type { EngineError, Journey, StopKind } from "../engine/protocol.ts";
import type { Stop } from "./breakpointHits.ts";
import type { DetailPart, StepUnit } from "./details.ts";
import { type KeySettings, USUAL_KEYS } from "./keymap.ts";
import type { Viewport } from "./viewport.ts";

export type { Viewport } from "./viewport.ts";

/** Cycles a second; packet: so that about two packets or interrupts a second are seen (pace.ts); max: as fast as the engine
 * goes, then the playhead follows the frontier. */
export type Speed = number | "packet" | "max";
/** What slower and faster step through. */
export const SPEEDS: readonly (number | "max")[] = [1, 3, 10, 30, 100, 1e3, 1e4, 1e5, 1e6, 1e7, "max"];

export type ThemeChoice = "system" | "light" | "dark";
/** What stands open over the page. */
export type Panel = MarkPanel | "tracks" | "share" | GalleryPanel;
/** The list of scenarios; save: to keep the open one under a name. */
type GalleryPanel = "scenarios" | "save";
export type MarkPanel = "breakpoints" | "bookmarks";
export type SideTab = "metrics" | "settings" | "program";
/** empty: nothing loaded yet. loading: a machine is being built (an older one may still be shown).
 * ready: the machine of `scenario` runs. failed: nothing runs because the first load was refused. */
export type LoadStatus = "empty" | "loading" | "ready" | "failed";

export type ScenarioOrigin =
  | { readonly kind: "bundled"; readonly id: string }
  | { readonly kind: "link" }
  /** Of a lab, and forgotten with it: it is not what was open last. */
  | { readonly kind: "lab" }
  | { readonly kind: "file"; readonly name: string }
  /** Saved in this browser, under an id of its library. */
  | { readonly kind: "own"; readonly id: string }
  /** Changed on the page. What it was made from is what it was before, or `of`. */
  | { readonly kind: "edit"; readonly of?: ScenarioBase };

/** A scenario as it was loaded, before edits. */
export interface ScenarioBase {
  readonly scenario: Scenario;
  readonly origin: ScenarioOrigin;
}

/** Where the user stands in a run; travels in share links. */
export interface Position {
  readonly cycle: number;
  readonly startCycle: number;
  readonly visibleCycles: number;
  readonly breakpoints?: readonly Breakpoint[];
  readonly bookmarks?: readonly Bookmark[];
  readonly tracks?: readonly TrackSetting[];
  readonly range?: { readonly from: number; readonly to: number };
  readonly warmUpCycles?: number;
  readonly measures?: readonly string[];
  readonly follow?: Followed;
  /** The story is open at this step, from 1 on. */
  readonly story?: number;
  /** Details are on. */
  readonly details?: boolean;
  readonly pair?: PairMarks;
}

export interface Notice {
  /** Counts up, so that the same text twice is two notices. */
  readonly id: number;
  /** "info" goes by itself, the others stay until the user dismisses them. */
  readonly tone: "info" | "warning" | "error";
  readonly text: string;
}

export interface AppState {
  readonly status: LoadStatus;
  /** What was asked for last: while it loads, it is not yet the scenario of the machine. */
  readonly asked?: ScenarioBase & { readonly position: Position | undefined };
  /** The scenario of the machine that runs. */
  readonly scenario: Scenario | undefined;
  /** Id of a bundled scenario; undefined for links and files. */
  readonly scenarioId: string | undefined;
  /** As it was loaded, before edits. */
  readonly original: Scenario | undefined;
  /** Where that came from. */
  readonly origin: ScenarioOrigin | undefined;
  /** Why the last load was refused, or what the engine died of; cleared by the next good load. */
  readonly loadError: EngineError | undefined;
  /** The engine has not answered for seconds: what is shown may be old. */
  readonly silent: boolean;
  /** What the scenario is compared with, on the Compare page. */
  readonly other: Scenario | undefined;
  /** The machine that stands beside the open one on Simulate, in place of the stage. */
  readonly beside: Scenario | undefined;
  /** Where that stands, and what was left in its run. */
  readonly pair: PairMarks;
  readonly endCycle: number;
  /** sim_version of the core, once a machine has been loaded. */
  readonly modelVersion?: string | undefined;
  /** Cycles simulated so far. */
  readonly frontier: number;
  /** Of the frontier; 0 while it stands. */
  readonly cyclesPerSecond: number;
  readonly playing: boolean;
  readonly speed: Speed;
  /** While it plays the stage shows rates, however slowly. */
  readonly showsRates: boolean;
  /** A jump is under way (search for an event, or a cycle beyond the frontier). */
  readonly seeking: boolean;
  readonly viewport: Viewport;
  /** The viewport moves along with the playhead. */
  readonly following: boolean;
  readonly breakpoints: readonly Breakpoint[];
  /** In the order of their cycles, one a cycle. */
  readonly bookmarks: readonly Bookmark[];
  /** Tracks of the timeline that the user has arranged; [] = as usual. */
  readonly tracks: readonly TrackSetting[];
  /** Chosen for statistics of its own. */
  readonly range: { readonly from: number; readonly to: number } | undefined;
  /** Left out of what the metrics panel counts; below runCycles. */
  readonly warmUpCycles: number;
  /** What was chosen: a run that ends before it is counted from cycle 0, until it is longer again. */
  readonly warmUpWanted: number;
  /** The user's own, as they were typed (lib/sweep/column.ts); they need not fit the scenario. */
  readonly measures: readonly string[];
  /** Why the playhead stands where it stands; undefined once it has moved. */
  readonly stop: Stop | undefined;
  /** A prediction comes first: nothing plays and nothing moves. */
  readonly held: boolean;
  readonly theme: ThemeChoice;
  /** The switch "Details". */
  readonly details: boolean;
  /** Without Details: what is open of them, asked for by a story, a key or the reader. What `lit` names is open, too. */
  readonly openParts: readonly DetailPart[];
  /** What one press of the stepper goes on by. */
  readonly stepUnit: StepUnit;
  readonly sideTab: SideTab;
  /** The user has asked for the side panel: where it is folded away, it opens. */
  readonly sideOpen: boolean;
  readonly panel: Panel | undefined;
  readonly notice: Notice | undefined;
  /** Parts of the page that stand out, by name (scenarios/story/parts.ts); [] = none. */
  readonly lit: readonly string[];
  /** What the pointer or the focus is on: a part of the stage, or a track of the timeline; the other shows it too. */
  readonly pointed: Pointed | undefined;
  /** What happened last, in a sentence; "": nothing yet. */
  readonly spoken: string;
  /** How many machines were opened, by links and lists; an edit is none. */
  readonly opened: number;
  /** The step of the story that is told, from 1 on; undefined: none is. */
  readonly told: number | undefined;
  /** Where that step put the playhead; undefined: it let it stand. */
  readonly toldCycle: number | undefined;
  /** A story has been told in this visit: it has moved the playhead, not the user. */
  readonly wasTold: boolean;
  /** It is the story of the page, not that of the scenario. */
  readonly isTour: boolean;
  /** What is asked "why?" for, and the answer; undefined: nothing is. */
  readonly why: WhyState | undefined;
  readonly keys: KeySettings;
}

export type WhyState =
  | { readonly status: "asked"; readonly target: WhyTarget }
  /** There is no such loss, packet or interrupt so far. */
  | { readonly status: "none"; readonly target: WhyTarget }
  | { readonly status: "known"; readonly target: WhyTarget; readonly why: Why };

export type EditOutcome =
  | { readonly status: "running" }
  /** A newer one has replaced it. */
  | { readonly status: "superseded" }
  | { readonly status: "refused"; readonly error: EngineError };

export interface AppActions {
  /** Keeps what runs when the scenario is refused. Resolves to whether it was accepted. */
  readonly loadScenario: (
    scenario: Scenario,
    origin: ScenarioOrigin,
    position?: Position,
  ) => Promise<boolean>;
  readonly setOther: (scenario: Scenario | undefined) => void;
  readonly setBeside: (scenario: Scenario | undefined) => void;
  readonly setPair: (pair: PairMarks) => void;
  /** What is open has been saved so: from here on its changes are counted. `of`: what was open when the saving began. */
  readonly keepAs: (scenario: Scenario, origin: ScenarioOrigin, of?: Scenario) => void;
  /** The same machine with changes, at the same cycle; one that plays goes on. What runs stays when the
   * changes are refused. */
  readonly editScenario: (scenario: Scenario) => Promise<EditOutcome>;
  /** Takes the run before the last change out of the picture. */
  readonly forgetRunBefore: () => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly toggle: () => void;
  readonly setSpeed: (speed: Speed) => void;
  readonly toggleRates: () => void;
  readonly slower: () => void;
  readonly faster: () => void;
  /** -1 back, +1 on. All three pause. */
  readonly stepCycle: (direction: 1 | -1) => void;
  readonly stepInstruction: (direction: 1 | -1) => void;
  readonly stepEvent: (direction: 1 | -1) => void;
  /** Goes on (or back) to the next event of this kind and pauses there. */
  readonly runTo: (stop: StopKind, direction?: 1 | -1) => void;
  /** Goes on (or back) to where a breakpoint with this condition would stop; `what` says it in words. */
  readonly runToCondition: (condition: string, what: string, direction?: 1 | -1) => void;
  readonly seek: (cycle: number) => void;
  /** On (or back) to where a breakpoint stops; waits until it is known where that is. */
  readonly runToBreakpoint: (direction?: 1 | -1) => void;
  readonly setBreakpoints: (breakpoints: readonly Breakpoint[]) => void;
  /** At its cycle, instead of one that is there. */
  readonly setBookmark: (bookmark: Bookmark) => void;
  readonly removeBookmark: (cycle: number) => void;
  /** In either order; undefined or empty: none. */
  readonly setRange: (range: { readonly from: number; readonly to: number } | undefined) => void;
  readonly rangeOfView: () => void;
  /** Counts from this cycle on: the run is simulated once more, the playhead stays. Rejects where its script cannot be loaded. */
  readonly setWarmUp: (cycles: number) => Promise<void>;
  readonly setMeasures: (measures: readonly string[]) => void;
  readonly setTracks: (tracks: readonly TrackSetting[]) => void;
  /** The one that began last at the cycle (of the playhead) or before; shows its whole life. */
  readonly follow: (what: Journey["what"], cycle?: number, number?: number) => Promise<Journey | undefined>;
  readonly followNext: (direction: 1 | -1) => void;
  readonly showJourney: () => void;
  readonly unfollow: () => void;
  /** To the next bookmark, or the one before. */
  readonly goToBookmark: (direction: 1 | -1) => void;
  /** Gives up a jump that takes long; the playhead stays where it was. */
  readonly cancelSeek: () => void;
  readonly setRunAhead: (on: boolean) => void;
  readonly setViewport: (viewport: Partial<Viewport>) => void;
  /** factor > 1 shows fewer cycles; `cycle` stays under the same pixel. */
  readonly zoomAround: (cycle: number, factor: number) => void;
  readonly panBy: (px: number) => void;
  readonly fitRun: () => void;
  /** Shows [fromCycle, toCycle). */
  readonly showCycles: (fromCycle: number, toCycle: number) => void;
  readonly followPlayhead: () => void;
  /** To single instructions at the playhead; there, back to the zoom before. */
  readonly toggleInstructions: () => void;
  /** Width of the whole-run strip in columns; data follow in live.overview. */
  readonly setOverviewWidth: (columns: number) => void;
  readonly setTheme: (theme: ThemeChoice) => void;
  /** Remembered on this device. */
  readonly setDetails: (details: boolean) => void;
  /** Replaces what is open without Details. */
  readonly setOpenParts: (parts: readonly DetailPart[]) => void;
  readonly setStepUnit: (unit: StepUnit) => void;
  readonly setSideTab: (tab: SideTab) => void;
  /** Also where the panel is folded away. */
  readonly showSide: (tab: SideTab) => void;
  readonly setSideOpen: (open: boolean) => void;
  readonly setPanel: (panel: Panel | undefined) => void;
  readonly setLit: (parts: readonly string[]) => void;
  readonly setPointed: (pointed: Pointed | undefined) => void;
  readonly setSpoken: (text: string) => void;
  /** `cycle`: where the step stands. */
  readonly setTold: (step: number | undefined, cycle?: number) => void;
  readonly startTour: () => void;
  /** Undefined: the card goes. */
  /** `goesThere`: the playhead moves to the loss that was found. */
  readonly askWhy: (target: WhyTarget | undefined, goesThere?: boolean) => void;
  /** What is followed; else what was lost last, as seen from the playhead. */
  readonly askWhyHere: () => void;
  readonly setKeys: (keys: KeySettings) => void;
  readonly notify: (tone: Notice["tone"], text: string) => void;
  readonly dismissNotice: () => void;
}

/** `track`: kind and number as the timeline has them. */
type Pointed =
  | { readonly from: "stage"; readonly part: string; readonly track?: PointedTrack | undefined }
  | { readonly from: "timeline"; readonly track: PointedTrack };

export interface PointedTrack {
  readonly kind: string;
  readonly index: number;
}

export type AppStore = StoreApi<AppState>;

const DEFAULT_SPEED: Speed = "packet";

export function createAppStore(initial: Partial<AppState> = {}): AppStore {
  return createStore<AppState>()(() => ({
    status: "empty",
    scenario: undefined,
    scenarioId: undefined,
    original: undefined,
    origin: undefined,
    loadError: undefined,
    silent: false,
    other: undefined,
    beside: undefined,
    pair: NO_PAIR_MARKS,
    endCycle: 0,
    frontier: 0,
    cyclesPerSecond: 0,
    playing: false,
    speed: DEFAULT_SPEED,
    showsRates: false,
    seeking: false,
    viewport: { startCycle: 0, cyclesPerPx: 1, widthPx: 0 },
    following: true,
    breakpoints: [],
    bookmarks: [],
    tracks: [],
    range: undefined,
    warmUpCycles: 0,
    warmUpWanted: 0,
    measures: [],
    stop: undefined,
    held: false,
    theme: "system",
    details: false,
    openParts: [],
    stepUnit: "packet",
    sideTab: "metrics",
    sideOpen: false,
    panel: undefined,
    notice: undefined,
    lit: [],
    pointed: undefined,
    spoken: "",
    opened: 0,
    told: undefined,
    toldCycle: undefined,
    wasTold: false,
    isTour: false,
    why: undefined,
    keys: USUAL_KEYS,
    ...initial,
  }));
}
