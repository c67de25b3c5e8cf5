/** Builds a machine for a scenario in the engine and shows it; what ran before stays where the engine refuses it. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { EngineClient } from "../engine/client.ts";
import type { EngineError } from "../engine/protocol.ts";
import type { KeyValueStore } from "../ui/storage.ts";
import type { Breakpoints } from "./breakpoints.ts";
import type { Feed } from "./feed.ts";
import type { followActions } from "./follow.ts";
import { clearLive, type WritableLive } from "./live.ts";
import { marksOf } from "./marks.ts";
import type { Navigation } from "./navigation.ts";
import type { Placement } from "./placement.ts";
import type { PlayLoop } from "./playLoop.ts";
import { writeScenario } from "./preferences.ts";
import { baseOf } from "./scenarioBase.ts";
import type {
  AppActions,
  AppStore,
  EditOutcome,
  LoadStatus,
  Position,
  ScenarioBase,
  ScenarioOrigin,
} from "./store.ts";
import type { Views } from "./views.ts";

interface LoaderOptions {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: EngineClient;
  readonly tabStorage: KeyValueStore;
  readonly feed: Feed;
  readonly navigation: Navigation;
  readonly breakpoints: Breakpoints;
  readonly views: Pick<Views, "forget">;
  readonly placement: Pick<Placement, "place">;
  readonly playLoop: Pick<PlayLoop, "pause">;
  readonly ranges: Pick<AppActions, "setRange">;
  readonly reportFault: (error: EngineError) => void;
  readonly restoreFollowed: ReturnType<typeof followActions>["restore"];
}

export type BuildScenario = (
  scenario: Scenario,
  origin: ScenarioOrigin,
  position: Position | undefined,
) => Promise<EditOutcome>;

export function createLoader(options: LoaderOptions): BuildScenario {
  const { store, live, client, tabStorage, navigation, breakpoints, placement, ranges } = options;
  const get = store.getState;
  let loadCount = 0;

  /** Marks stay at an edit of what is open; others bring their own. */
  const isEditOfOpen = (origin: ScenarioOrigin): boolean =>
    origin.kind === "edit" && origin.of === undefined && get().scenario !== undefined;

  /** What was known of the machine before is forgotten. */
  function forget(): void {
    navigation.abandonSearch();
    breakpoints.abandon();
    options.views.forget();
    clearLive(live);
    options.feed.reset();
  }

  return async (scenario, origin, position) => {
    options.playLoop.pause();
    store.setState({ status: "loading", asked: { scenario, origin, position } });
    const mine = ++loadCount;
    const { warmUpWanted } = get();
    const wanted = isEditOfOpen(origin) ? warmUpWanted : (position?.warmUpCycles ?? 0);
    let warmUpCycles = warmUpOf(wanted, scenario);
    let outcome = await client.load(scenario, warmUpCycles);
    // What counts behind a warm-up, or reads programs, could not be fetched.
    if (
      warmUpCycles > 0 &&
      outcome.status === "failed" &&
      outcome.error.code === "missing-part" &&
      mine === loadCount
    ) {
      options.reportFault(outcome.error);
      warmUpCycles = 0;
      outcome = await client.load(scenario, 0);
    }
    if (outcome.status === "superseded") return outcome;
    const ended = (status: LoadStatus) => (mine === loadCount ? status : "loading");
    if (outcome.status === "failed") {
      const kept = get().scenario !== undefined;
      store.setState({ status: ended(kept ? "ready" : "failed"), loadError: outcome.error });
      return { status: "refused", error: outcome.error };
    }
    const { endCycle, modelVersion } = outcome.value;
    const base = baseOf(scenario, origin, get());
    const isEdit = isEditOfOpen(origin);
    forget();
    store.setState({
      status: ended("ready"),
      ...stateOfNewMachine(scenario, base),
      endCycle,
      modelVersion,
      warmUpCycles,
      // One that was chosen while this was loading is not lost (warmUp.ts).
      ...(get().warmUpWanted === warmUpWanted ? { warmUpWanted: wanted } : {}),
      ...(isEdit ? {} : marksOf(position)),
    });
    breakpoints.restart();
    writeScenario(tabStorage, origin.kind === "edit" ? { kind: "edit", of: base } : origin, scenario);
    placement.place(position, endCycle);
    client.runAhead(true);
    navigation.jumpTo(Math.min(position?.cycle ?? 0, endCycle));
    if (!isEdit && position?.range !== undefined) ranges.setRange(position.range);
    if (!isEdit && position?.follow !== undefined) void options.restoreFollowed(position.follow);
    return { status: "running" };
  };
}

/** A run that ends before its warm-up would count nothing: it is counted whole. */
export function warmUpOf(wanted: number, { runCycles }: Pick<Scenario, "runCycles">): number {
  return wanted < runCycles ? wanted : 0;
}

function stateOfNewMachine(scenario: Scenario, base: ScenarioBase) {
  return {
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
  };
}
