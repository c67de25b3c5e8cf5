import { Suspense } from "react";
import { useApp } from "../state/hooks.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import "./storyLine.css";

const StoryBar = lazyPart(() => import("./StoryBar.tsx"));
const StoryLine = lazyPart(() => import("./StoryLine.tsx"));

/** Above the transport: what the scenario shows in a sentence and the way to its story, or the story itself. */
export function StoryPlace() {
  const isTour = useApp((state) => state.isTour);
  const isTold = useApp(({ told }) => told !== undefined);
  /** Another scenario, opened while a story is told, tells its own. */
  const opened = useApp(({ origin, original }) => (origin?.kind === "bundled" ? origin.id : original?.name));
  return (
    <Suspense fallback={<div className="storyline" />}>
      {isTold ? <StoryBar key={isTour ? "tour" : opened} /> : <StoryLine />}
    </Suspense>
  );
}
