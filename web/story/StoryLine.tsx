import { Suspense, useState } from "react";
import type { Metrics } from "../../lib/metrics/metrics.ts";
import { missedByDevices } from "../../lib/metrics/missed.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { useActions, useApp, useCell, useKeyHint, useLive, useMetrics } from "../state/hooks.ts";
import { t, translated } from "../text/t.ts";
import { Icon } from "../ui/Icon.tsx";
import { lazyPart } from "../ui/lazyPart.tsx";
import { lostIn } from "./lost.ts";
import { isStoryThere } from "./storyThere.ts";

const ChangedLine = lazyPart(() => import("./ChangedLine.tsx"), true);

/** What happened last in a sentence, before that what the scenario shows, and the way to its story. */
export default function StoryLine() {
  const { setTold } = useActions();
  const scenario = useApp((state) => state.scenario);
  const origin = useApp((state) => state.origin);
  const spoken = useApp((state) => state.spoken);
  const isChanged = useApp((state) => state.scenario !== state.original);
  const hasLostPress = useHasLostPress();
  const hasLost = useHasLost() || hasLostPress;
  const { askWhyHere } = useActions();
  const hint = useKeyHint();
  const summary = origin?.kind === "bundled" ? builtinScenario(origin.id)?.summary : undefined;
  return (
    <div className="storyline">
      {spoken === "" ? (
        <p className="storyline__text">
          {summary === undefined ? null : isChanged ? (
            <Suspense>
              <ChangedLine />
            </Suspense>
          ) : (
            translated(summary)
          )}
        </p>
      ) : (
        // Screen readers have it from the stage.
        <p className="storyline__text" aria-hidden="true" title={spoken}>
          {spoken}
        </p>
      )}
      {hasLost ? (
        <button
          type="button"
          className="btn btn--small storyline__why"
          title={hint("why", t("Why was it lost?"))}
          onClick={askWhyHere}
        >
          {t("Why?")}
        </button>
      ) : null}
      {scenario === undefined || !isStoryThere({ scenario, origin }) ? null : (
        <button type="button" className="btn btn--small" onClick={() => setTold(1)}>
          <Icon name="play" />
          {t("Show the story")}
        </button>
      )}
    </div>
  );
}

/** Whether frames or packets were lost between the picture before and the one that stands, if the playhead went forward. */
function useHasLost(): boolean {
  const live = useLive();
  const passed = useCell(live.passed);
  const playing = useApp((state) => state.playing);
  const view = live.view.get();
  if (playing || passed === undefined || view === undefined || passed.toCycle < passed.fromCycle)
    return false;
  return view.cycle === passed.toCycle && lostIn(view) > lostIn(passed.earlier);
}

/** Of machines without packets: whether devices missed something between the numbers before and those that stand. */
function useHasLostPress(): boolean {
  const live = useLive();
  const metrics = useMetrics();
  const passed = useCell(live.passed);
  const playing = useApp((state) => state.playing);
  const hasTraffic = useApp(({ scenario }) => scenario === undefined || scenario.traffic.length > 0);
  const [seen, see] = useState<{ readonly before?: Metrics | undefined; readonly now?: Metrics }>({});
  if (metrics !== undefined && metrics !== seen.now) see({ before: seen.now, now: metrics });
  const { before, now } = seen;
  if (hasTraffic || playing || passed === undefined || before === undefined || now === undefined)
    return false;
  const isOfThis = now.cycle === passed.toCycle && before.cycle === passed.fromCycle;
  return isOfThis && before.cycle < now.cycle && missedByDevices(now) > missedByDevices(before);
}
