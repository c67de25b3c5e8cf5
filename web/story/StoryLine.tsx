import { builtinScenario } from "../../scenarios/index.ts";
import { useActions, useApp } from "../state/hooks.ts";
import { t, translated } from "../text/t.ts";
import { Icon } from "../ui/Icon.tsx";
import { isStoryThere } from "./storyOfPage.ts";

/** What the scenario shows in a sentence, and the way to its story. */
export default function StoryLine() {
  const { setTold } = useActions();
  const scenario = useApp((state) => state.scenario);
  const origin = useApp((state) => state.origin);
  const summary = origin?.kind === "bundled" ? builtinScenario(origin.id)?.summary : undefined;
  return (
    <div className="storyline">
      <p className="storyline__summary">{summary === undefined ? null : translated(summary)}</p>
      {scenario === undefined || !isStoryThere({ scenario, origin }) ? null : (
        <button type="button" className="btn btn--small" onClick={() => setTold(1)}>
          <Icon name="play" />
          {t("Show the story")}
        </button>
      )}
    </div>
  );
}
