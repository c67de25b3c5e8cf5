import { builtinScenario } from "../../scenarios/index.ts";
import { useActions, useApp } from "../state/hooks.ts";
import { t, translated } from "../text/t.ts";
import { Icon } from "../ui/Icon.tsx";
import { isStoryThere } from "./storyOfPage.ts";

/** What happened last in a sentence, before that what the scenario shows, and the way to its story. */
export default function StoryLine() {
  const { setTold } = useActions();
  const scenario = useApp((state) => state.scenario);
  const origin = useApp((state) => state.origin);
  const spoken = useApp((state) => state.spoken);
  const summary = origin?.kind === "bundled" ? builtinScenario(origin.id)?.summary : undefined;
  return (
    <div className="storyline">
      {spoken === "" ? (
        <p className="storyline__text">{summary === undefined ? null : translated(summary)}</p>
      ) : (
        // Screen readers have it from the stage.
        <p className="storyline__text" aria-hidden="true" title={spoken}>
          {spoken}
        </p>
      )}
      {scenario === undefined || !isStoryThere({ scenario, origin }) ? null : (
        <button type="button" className="btn btn--small" onClick={() => setTold(1)}>
          <Icon name="play" />
          {t("Show the story")}
        </button>
      )}
    </div>
  );
}
