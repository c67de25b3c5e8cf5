/** The state of the page that changes at human speed, and the actions on it. State that changes every frame is in
 * live.ts. The session (session.ts) implements the actions. */
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

/** Cycles per second. packet: about two packets or interrupts per second (pace.ts). max: as fast as the engine runs;
 * the playhead then follows the frontier. */
export type Speed = number | "packet" | "max";
/** Steps of slower and faster. */
export const SPEEDS: readonly (number | "max")[] = [1, 3, 10, 30, 100, 1e3, 1e4, 1e5, 1e6, 1e7, "max"];

export type ThemeChoice = "system" | "light" | "dark";
/** The panel that is open above the page. */
export type Panel = MarkPanel | "tracks" | "share" | GalleryPanel;
/** The list of scenarios. save: opened to save the present scenario under a name. */
type GalleryPanel = "scenarios" | "save";
export type MarkPanel = "breakpoints" | "bookmarks";
export type SideTab = "metrics" | "settings" | "program";
/** empty: nothing has been loaded. loading: a machine is being built, and an older one may still be shown. ready: the
 * machine of `scenario` runs. failed: nothing runs because the first load was refused. */
export type LoadStatus = "empty" | "loading" | "ready" | "failed";

export type ScenarioOrigin =
  | { readonly kind: "bundled"; readonly id: string }
  | { readonly kind: "link" }
  /** A scenario of a lab. It is dropped with the lab and does not count as the scenario opened last. */
  | { readonly kind: "lab" }
  | { readonly kind: "file"; readonly name: string }
  /** Saved in this browser, under an id of its library. */
  | { readonly kind: "own"; readonly id: string }
  /** Changed on the page. It was made from the previous scenario, or from `of`. */
  | { readonly kind: "edit"; readonly of?: ScenarioBase };

/** A scenario as loaded, before edits. */
export interface ScenarioBase {
  readonly scenario: Scenario;
  readonly origin: ScenarioOrigin;
}

/** The user's position in a run. Links include it. */
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
  /** The story is open at this step, from 1 onwards. */
  readonly story?: number;
  /** Details are on. */
  readonly details?: boolean;
  readonly pair?: PairMarks;
}

export interface Notice {
  /** Counts up, so that the same text twice is two notices. */
  readonly id: number;
  /** "info" disappears by itself. The others stay until the user dismisses them. */
  readonly tone: "info" | "warning" | "error";
  readonly text: string;
}

export interface AppState {
  readonly status: LoadStatus;
  /** The latest request. While it loads, it is not yet the scenario of the machine. */
  readonly asked?: ScenarioBase & { readonly position: Position | undefined };
  /** The scenario of the machine that runs. */
  readonly scenario: Scenario | undefined;
  /** Id of a built-in scenario. Undefined for links and files. */
  readonly scenarioId: string | undefined;
  /** The scenario as loaded, before edits. */
  readonly original: Scenario | undefined;
  /** The origin of `original`. */
  readonly origin: ScenarioOrigin | undefined;
  /** The reason why the last load was refused, or the fault that stopped the engine. The next good load clears it. */
  readonly loadError: EngineError | undefined;
  /** True if the engine has not answered for seconds, so the view may be outdated. */
  readonly silent: boolean;
  /** The second scenario on the Compare page. */
  readonly other: Scenario | undefined;
  /** The machine shown beside the open one on Simulate, instead of the stage. */
  readonly beside: Scenario | undefined;
  /** The position of the second machine, and the marks in its run. */
  readonly pair: PairMarks;
  readonly endCycle: number;
  /** sim_version of the core, once a machine has been loaded. */
  readonly modelVersion?: string | undefined;
  /** Number of cycles simulated so far. */
  readonly frontier: number;
  /** Speed of the frontier; 0 while it does not move. */
  readonly cyclesPerSecond: number;
  readonly playing: boolean;
  readonly speed: Speed;
  /** True if the stage shows rates during playback at any speed. */
  readonly showsRates: boolean;
  /** True during a jump (search for an event, or a cycle beyond the frontier). */
  readonly seeking: boolean;
  readonly viewport: Viewport;
  /** The viewport moves along with the playhead. */
  readonly following: boolean;
  readonly breakpoints: readonly Breakpoint[];
  /** Bookmarks in the order of their cycles, one for each cycle. */
  readonly bookmarks: readonly Bookmark[];
  /** Tracks of the timeline that the user has arranged; [] = default. */
  readonly tracks: readonly TrackSetting[];
  /** The range chosen for separate statistics. */
  readonly range: { readonly from: number; readonly to: number } | undefined;
  /** Cycles that the metrics panel does not count; less than runCycles. */
  readonly warmUpCycles: number;
  /** The chosen warm-up. A run that ends before it is counted from cycle 0, until it is longer again. */
  readonly warmUpWanted: number;
  /** The user's own measures as typed (lib/sweep/column.ts). They may not fit the scenario. */
  readonly measures: readonly string[];
  /** The reason why the playhead stopped here. Undefined once it has moved. */
  readonly stop: Stop | undefined;
  /** True while a lab waits for a prediction. The machine then does not play or move. */
  readonly held: boolean;
  readonly theme: ThemeChoice;
  /** The switch "Details". */
  readonly details: boolean;
  /** Parts opened by a story, a key or the reader while Details are off. Parts in `lit` are open too. */
  readonly openParts: readonly DetailPart[];
  /** Unit of one click on the stepper. */
  readonly stepUnit: StepUnit;
  readonly sideTab: SideTab;
  /** The user has opened the side panel, on screens that fold it away. */
  readonly sideOpen: boolean;
  readonly panel: Panel | undefined;
  readonly notice: Notice | undefined;
  /** Highlighted parts of the page, by name (scenarios/story/parts.ts); [] = none. */
  readonly lit: readonly string[];
  /** The part under the pointer or the focus: a part of the stage or a track of the timeline. The other one highlights
   * it too. */
  readonly pointed: Pointed | undefined;
  /** The latest announcement for screen readers, a sentence. "" if there is none yet. */
  readonly spoken: string;
  /** Number of machines opened by links and lists. Edits do not count. */
  readonly opened: number;
  /** The open step of the story, from 1. Undefined if no story is open. */
  readonly told: number | undefined;
  /** The cycle to which that step moved the playhead. Undefined if it did not move it. */
  readonly toldCycle: number | undefined;
  /** True if a story was open in this visit, so that the story, not the user, has moved the playhead. */
  readonly wasTold: boolean;
  /** True for the story of the page, false for that of the scenario. */
  readonly isTour: boolean;
  /** The question "why?" and its answer. Undefined if no question is open. */
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
  /** A newer question has replaced it. */
  | { readonly status: "superseded" }
  | { readonly status: "refused"; readonly error: EngineError };

export interface AppActions {
  /** If the scenario is refused, the running machine stays. Resolves to whether it was accepted. */
  readonly loadScenario: (
    scenario: Scenario,
    origin: ScenarioOrigin,
    position?: Position,
  ) => Promise<boolean>;
  readonly setOther: (scenario: Scenario | undefined) => void;
  readonly setBeside: (scenario: Scenario | undefined) => void;
  readonly setPair: (pair: PairMarks) => void;
  /** The open scenario was saved in this form. Changes count from here on. `of` is the scenario that was open when
   * saving started. */
  readonly keepAs: (scenario: Scenario, origin: ScenarioOrigin, of?: Scenario) => void;
  /** The same machine with changes, at the same cycle. Playback continues. If the changes are refused, the running
   * machine stays. */
  readonly editScenario: (scenario: Scenario) => Promise<EditOutcome>;
  /** Removes the run before the last change from the picture. */
  readonly forgetRunBefore: () => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly toggle: () => void;
  readonly setSpeed: (speed: Speed) => void;
  readonly toggleRates: () => void;
  readonly slower: () => void;
  readonly faster: () => void;
  /** -1 moves back, +1 forward. All three pause. */
  readonly stepCycle: (direction: 1 | -1) => void;
  readonly stepInstruction: (direction: 1 | -1) => void;
  readonly stepEvent: (direction: 1 | -1) => void;
  /** Runs forward (or back) to the next event of this kind and pauses there. */
  readonly runTo: (stop: StopKind, direction?: 1 | -1) => void;
  /** Runs forward (or back) to where a breakpoint with this condition would stop. `what` describes it in words. */
  readonly runToCondition: (condition: string, what: string, direction?: 1 | -1) => void;
  readonly seek: (cycle: number) => void;
  /** Runs forward (or back) to the next stop of a breakpoint. Waits until it is known. */
  readonly runToBreakpoint: (direction?: 1 | -1) => void;
  readonly setBreakpoints: (breakpoints: readonly Breakpoint[]) => void;
  /** Adds a bookmark, or replaces the one at its cycle. */
  readonly setBookmark: (bookmark: Bookmark) => void;
  readonly removeBookmark: (cycle: number) => void;
  /** The ends may be in either order. Undefined or empty: no range. */
  readonly setRange: (range: { readonly from: number; readonly to: number } | undefined) => void;
  readonly rangeOfView: () => void;
  /** Counts from this cycle onwards. The run is simulated again, and the playhead stays. Rejects if its script cannot
   * be loaded. */
  readonly setWarmUp: (cycles: number) => Promise<void>;
  readonly setMeasures: (measures: readonly string[]) => void;
  readonly setTracks: (tracks: readonly TrackSetting[]) => void;
  /**
   * Follows the latest packet or interrupt that began at or before the cycle (default: the playhead), and
   * shows its whole life.
   */
  readonly follow: (what: Journey["what"], cycle?: number, number?: number) => Promise<Journey | undefined>;
  readonly followNext: (direction: 1 | -1) => void;
  readonly showJourney: () => void;
  readonly unfollow: () => void;
  /** Goes to the next or the previous bookmark. */
  readonly goToBookmark: (direction: 1 | -1) => void;
  /** Cancels a jump that takes long. The playhead returns to its place. */
  readonly cancelSeek: () => void;
  readonly setRunAhead: (on: boolean) => void;
  readonly setViewport: (viewport: Partial<Viewport>) => void;
  /** A factor above 1 shows fewer cycles. `cycle` stays at the same pixel. */
  readonly zoomAround: (cycle: number, factor: number) => void;
  readonly panBy: (px: number) => void;
  readonly fitRun: () => void;
  /** Shows [fromCycle, toCycle). */
  readonly showCycles: (fromCycle: number, toCycle: number) => void;
  readonly followPlayhead: () => void;
  /** Zooms to single instructions at the playhead, or back to the previous zoom. */
  readonly toggleInstructions: () => void;
  /** Width of the whole-run strip in columns; data follow in live.overview. */
  readonly setOverviewWidth: (columns: number) => void;
  readonly setTheme: (theme: ThemeChoice) => void;
  /** Stored on this device. */
  readonly setDetails: (details: boolean) => void;
  /** Replaces the parts that are open without Details. */
  readonly setOpenParts: (parts: readonly DetailPart[]) => void;
  readonly setStepUnit: (unit: StepUnit) => void;
  readonly setSideTab: (tab: SideTab) => void;
  /** Works even if the panel is folded away. */
  readonly showSide: (tab: SideTab) => void;
  readonly setSideOpen: (open: boolean) => void;
  readonly setPanel: (panel: Panel | undefined) => void;
  readonly setLit: (parts: readonly string[]) => void;
  readonly setPointed: (pointed: Pointed | undefined) => void;
  readonly setSpoken: (text: string) => void;
  /** `cycle` is the step's cycle. */
  readonly setTold: (step: number | undefined, cycle?: number) => void;
  readonly startTour: () => void;
  /** Undefined closes the card. */
  /** `goesThere`: the playhead moves to the loss that was found. */
  readonly askWhy: (target: WhyTarget | undefined, goesThere?: boolean) => void;
  /** Asks about the followed journey, otherwise about the last loss before the playhead. */
  readonly askWhyHere: () => void;
  readonly setKeys: (keys: KeySettings) => void;
  readonly notify: (tone: Notice["tone"], text: string) => void;
  readonly dismissNotice: () => void;
}

/** `track` has the kind and number of the timeline. */
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
