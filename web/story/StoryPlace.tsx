import { useApp } from "../state/hooks.ts";
import { rested } from "../ui/idle.ts";
import { later } from "../ui/later.ts";
import { useLater } from "../ui/useLater.ts";
import "./storyLine.css";

/** Both are loaded after the machine that they describe. */
const lateBar = later(async () => {
  await rested();
  return (await import("./StoryBar.tsx")).StoryBar;
});
const lateLine = later(async () => {
  await rested();
  return (await import("./StoryLine.tsx")).StoryLine;
});

/** Shown above the transport: what the scenario shows and a button for its story, or the story itself. */
export function StoryPlace() {
  const isTour = useApp((state) => state.isTour);
  const isTold = useApp(({ told }) => told !== undefined);
  /** An item that is opened while a story is shown starts its own story, and a link to another step leads there. */
  const opened = useApp((state) => state.opened);
  const StoryBar = useLater(lateBar, isTold);
  const StoryLine = useLater(lateLine, !isTold);
  if (isTold && StoryBar !== undefined) return <StoryBar key={isTour ? "tour" : opened} />;
  if (!isTold && StoryLine !== undefined) return <StoryLine />;
  return <div className="storyline row gap-3 hair-above ground" />;
}
