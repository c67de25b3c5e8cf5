import { Suspense } from "react";
import { builtinScenario } from "../../scenarios/index.ts";
import { useActions, useApp, useCell, useLive } from "../state/hooks.ts";
import { t, translated } from "../text/t.ts";
import { Icon } from "../ui/Icon.tsx";
import { lazyPart } from "../ui/lazyPart.tsx";
import { isStoryThere } from "./storyThere.ts";

const ChangedLine = lazyPart(() => import("./ChangedLine.tsx"), true);
/** Loads with the registry of metrics and the panels. The first picture does not need it. */
const WhyLost = lazyPart(() => import("./WhyLost.tsx"), true);

/** The last event in a sentence. Before the first one, what the scenario shows and a button for its story. */
export function StoryLine() {
  const { setTold } = useActions();
  const scenario = useApp((state) => state.scenario);
  const origin = useApp((state) => state.origin);
  const spoken = useApp((state) => state.spoken);
  const isChanged = useApp((state) => state.scenario !== state.original);
  const hasMoved = useCell(useLive().passed) !== undefined;
  const summary = origin?.kind === "bundled" ? builtinScenario(origin.id)?.summary : undefined;
  return (
    <div className="storyline row gap-3 hair-above ground">
      {spoken === "" ? (
        <p className="storyline__text fill cut t-15 ink-2">
          {summary === undefined ? null : isChanged ? (
            <Suspense>
              <ChangedLine />
            </Suspense>
          ) : (
            translated(summary)
          )}
        </p>
      ) : (
        // Screen readers get it from the stage.
        <p className="storyline__text fill cut t-15 ink-2" aria-hidden="true" title={spoken}>
          {spoken}
        </p>
      )}
      {/* Without traffic it compares the present numbers with earlier ones, so it has to see both. */}
      {hasMoved || scenario?.traffic.length === 0 ? (
        <Suspense>
          <WhyLost />
        </Suspense>
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
