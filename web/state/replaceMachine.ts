/** Replaces the machine of the page with the machine of a newly opened scenario, or of the open one with a change. If the
 * engine refuses the new machine, the running one stays. */
import { isSame } from "../../lib/scenarioFields/same.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { EngineClient, Outcome } from "../engine/client.ts";
import type { EngineError, LoadedMachine } from "../engine/protocol.ts";
import type { KeyValueStore } from "../ui/storage.ts";
import type { Breakpoints } from "./breakpoints.ts";
import type { Feed } from "./feed.ts";
import type { Following } from "./follow.ts";
import { clearLive, type Live, type RunBefore, type WritableLive } from "./live.ts";
import { marksOf } from "./marks.ts";
import type { Navigation } from "./navigation.ts";
import { errorText } from "./notices.ts";
import type { PlayLoop } from "./playLoop.ts";
import { writeScenario } from "./preferences.ts";
import type {
  AppActions,
  AppState,
  AppStore,
  EditOutcome,
  LoadStatus,
  Position,
  ScenarioBase,
  ScenarioOrigin,
} from "./store.ts";
import type { Views } from "./views.ts";

/** A requested machine. `position` is where it is shown. Undefined: at cycle 0, with the whole run visible. */
interface Asked extends ScenarioBase {
  readonly position: Position | undefined;
}

/** State of the machine that was requested last. The page may still show an older one. */
type Replacement =
  /** No machine was requested. */
  | { readonly kind: "idle" }
  /** The engine checks and builds it. */
  | { readonly kind: "loading"; readonly asked: Asked }
  /** The machine runs, and the page shows it. */
  | { readonly kind: "placed"; readonly asked: Asked }
  /** The engine has refused it. `keepsOther`: the previous machine continues. */
  | { readonly kind: "refused"; readonly asked: Asked; readonly keepsOther: boolean };

interface MachineReplacer {
  readonly open: AppActions["loadScenario"];
  readonly edit: AppActions["editScenario"];
  readonly keepAs: AppActions["keepAs"];
  readonly forgetRunBefore: () => void;
}

/** The parts of the page that follow the machine. */
interface ReplacerParts {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: EngineClient;
  readonly tabStorage: KeyValueStore;
  readonly feed: Feed;
  readonly navigation: Navigation;
  readonly breakpoints: Breakpoints;
  readonly views: Views;
  readonly playLoop: PlayLoop;
  readonly following: Following;
  readonly setRange: AppActions["setRange"];
  readonly notify: AppActions["notify"];
  readonly reportFault: (error: EngineError) => void;
  /** The user's position now. */
  readonly position: () => Position;
}

/** Edits in quick succession are one change, such as a dragged slider or a number that is stepped up. */
const SAME_CHANGE_MS = 1000;

export function createMachineReplacer(parts: ReplacerParts): MachineReplacer {
  const { store, live, tabStorage, playLoop } = parts;
  let state: Replacement = { kind: "idle" };
  /** True if the page was playing when the first of several successive edits came. */
  let playsAfter = false;
  let editedMs = Number.NEGATIVE_INFINITY;

  async function replaceBy(asked: Asked): Promise<EditOutcome> {
    playLoop.pause();
    state = { kind: "loading", asked };
    store.setState({ status: statusOf(state), asked });
    const isNewest = () => state.kind !== "idle" && state.asked === asked;
    const before = store.getState().warmUpWanted;
    const wanted = isEditOfOpen(asked, store.getState()) ? before : (asked.position?.warmUpCycles ?? 0);
    const { outcome, warmUpCycles } = await load(parts, asked.scenario, wanted, isNewest);
    if (outcome.status === "superseded") return outcome;
    if (outcome.status === "failed") {
      const keepsOther = store.getState().scenario !== undefined;
      if (isNewest()) state = { kind: "refused", asked, keepsOther };
      store.setState({ status: statusOf(state), loadError: outcome.error });
      return { status: "refused", error: outcome.error };
    }
    if (isNewest()) state = { kind: "placed", asked };
    // A warm-up that was chosen during the load is kept (warmUp.ts).
    const warmUp = store.getState().warmUpWanted === before ? { warmUpWanted: wanted } : {};
    const { endCycle, modelVersion } = outcome.value;
    show(parts, asked, { endCycle, modelVersion, status: statusOf(state), warmUpCycles, ...warmUp });
    return { status: "running" };
  }

  function keepRunBefore(captured: RunBefore | undefined): void {
    const before = live.before.get();
    const nowMs = performance.now();
    const isSameChange = nowMs - editedMs < SAME_CHANGE_MS;
    editedMs = nowMs;
    // A run that was changed before its end has no numbers to compare with.
    const hasLess = before?.end !== undefined && captured?.end === undefined;
    if (before === undefined || !(isSameChange || hasLess)) live.before.set(captured);
  }

  function forgetRunBefore(): void {
    editedMs = Number.NEGATIVE_INFINITY;
    live.before.set(undefined);
  }

  return {
    open: async (scenario, origin, position) => {
      playsAfter = false;
      const outcome = await replaceBy({ scenario, origin, position });
      if (outcome.status === "running") {
        forgetRunBefore();
        store.setState(({ opened }) => ({ opened: opened + 1 }));
      }
      if (outcome.status === "refused") parts.notify("error", errorText(outcome.error));
      return outcome.status === "running";
    },
    edit: async (scenario) => {
      const { playing, original, origin } = store.getState();
      playsAfter ||= playing;
      const isOriginal = original !== undefined && origin !== undefined && isSame(scenario, original);
      const before = capturedRun(store.getState().scenario, live);
      const base: ScenarioBase = isOriginal
        ? { scenario: original, origin }
        : { scenario, origin: { kind: "edit" } };
      const outcome = await replaceBy({ ...base, position: parts.position() });
      if (outcome.status === "superseded") return outcome;
      if (outcome.status === "running") keepRunBefore(before);
      if (playsAfter) playLoop.play();
      playsAfter = false;
      return outcome;
    },
    keepAs: (saved, origin, of) => {
      const { scenario } = store.getState();
      // Changes made during saving stay open, as changes of the saved version.
      const isOpen = of === undefined || scenario === of;
      store.setState({
        original: saved,
        origin,
        scenarioId: undefined,
        ...(isOpen ? { scenario: saved } : {}),
      });
      if (isOpen) writeScenario(tabStorage, origin, saved);
    },
    forgetRunBefore,
  };
}

function statusOf(state: Replacement): LoadStatus {
  switch (state.kind) {
    case "idle":
      return "empty";
    case "loading":
      return "loading";
    case "placed":
      return "ready";
    case "refused":
      return state.keepsOther ? "ready" : "failed";
  }
}

/** Marks and warm-up stay if the open scenario is edited. Any other scenario has its own. */
function isEditOfOpen({ origin }: Asked, { scenario }: Pick<AppState, "scenario">): boolean {
  return origin.kind === "edit" && origin.of === undefined && scenario !== undefined;
}

/** The engine builds the machine without a warm-up if the script that counts after one cannot be loaded. */
async function load(
  { client, reportFault }: ReplacerParts,
  scenario: Scenario,
  wanted: number,
  isNewest: () => boolean,
): Promise<{ readonly outcome: Outcome<LoadedMachine>; readonly warmUpCycles: number }> {
  const warmUpCycles = warmUpOf(wanted, scenario);
  const outcome = await client.load(scenario, warmUpCycles);
  const lacksPart = outcome.status === "failed" && outcome.error.code === "missing-part";
  if (warmUpCycles === 0 || !lacksPart || !isNewest()) return { outcome, warmUpCycles };
  reportFault(outcome.error);
  return { outcome: await client.load(scenario, 0), warmUpCycles: 0 };
}

/** A run that ends before its warm-up would count nothing, so it is counted completely. */
export function warmUpOf(wanted: number, { runCycles }: Pick<Scenario, "runCycles">): number {
  return wanted < runCycles ? wanted : 0;
}

type Loaded = Pick<AppState, "endCycle" | "modelVersion" | "status" | "warmUpCycles"> &
  Partial<Pick<AppState, "warmUpWanted">>;

/** The engine has another machine: drops everything known about the previous one and shows the new one. */
function show(parts: ReplacerParts, asked: Asked, loaded: Loaded): void {
  const { store, client, navigation, breakpoints, views } = parts;
  const { scenario, origin, position } = asked;
  const base = baseOf(scenario, origin, store.getState());
  const isEdit = isEditOfOpen(asked, store.getState());
  navigation.abandonSearch();
  breakpoints.abandon();
  views.forget();
  clearLive(parts.live);
  parts.feed.reset();
  store.setState({
    ...loaded,
    scenario,
    scenarioId: base.origin.kind === "bundled" ? base.origin.id : undefined,
    original: base.scenario,
    origin: base.origin,
    loadError: undefined,
    frontier: 0,
    cyclesPerSecond: 0,
    following: true,
    stop: undefined,
    spoken: "",
    range: undefined,
    ...(isEdit ? {} : marksOf(position)),
  });
  breakpoints.restart();
  writeScenario(parts.tabStorage, origin.kind === "edit" ? { kind: "edit", of: base } : origin, scenario);
  views.place(position, loaded.endCycle);
  client.runAhead(true);
  navigation.jumpTo(Math.min(position?.cycle ?? 0, loaded.endCycle));
  if (!isEdit && position?.range !== undefined) parts.setRange(position.range);
  if (!isEdit && position?.follow !== undefined) parts.following.restore(position.follow);
}

/** The scenario from which the present one was made. An unedited scenario is its own base. */
export function baseOf(
  scenario: Scenario,
  origin: ScenarioOrigin,
  before: Pick<AppState, "original" | "origin">,
): ScenarioBase {
  if (origin.kind !== "edit") return { scenario, origin };
  if (origin.of !== undefined) return origin.of;
  return before.original === undefined || before.origin === undefined
    ? { scenario, origin: { kind: "link" } }
    : { scenario: before.original, origin: before.origin };
}

/** The data of a run that are shown together with its successor. */
function capturedRun(scenario: Scenario | undefined, live: Live): RunBefore | undefined {
  if (scenario === undefined) return undefined;
  return {
    scenario,
    window: live.window.get(),
    coarse: live.overview.get()?.coarse,
    metrics: live.counted.get()?.metrics,
    end: live.end.get(),
  };
}
