import { useApp } from "../state/hooks.ts";
import { rested } from "../ui/idle.ts";
import { later } from "../ui/later.ts";
import { useLater } from "../ui/useLater.ts";
import "./storyLine.css";

/** Both behind the machine of which they tell. */
const lateBar = later(async () => {
  await rested();
  return (await import("./StoryBar.tsx")).StoryBar;
});
const lateLine = later(async () => {
  await rested();
  return (await import("./StoryLine.tsx")).StoryLine;
});

/** Above the transport: what the scenario shows in a sentence and the way to its story, or the story itself. */
export function StoryPlace() {
  const isTour = useApp((state) => state.isTour);
  const isTold = useApp(({ told }) => told !== undefined);
  /** What is opened while a story is told tells its own, and a link to another step leads there. */
  const opened = useApp((state) => state.opened);
  const StoryBar = useLater(lateBar, isTold);
  const StoryLine = useLater(lateLine, !isTold);
  if (isTold && StoryBar !== undefined) return <StoryBar key={isTour ? "tour" : opened} />;
  if (!isTold && StoryLine !== undefined) return <StoryLine />;
  return <div className="storyline row gap-3 hair-above ground" />;
}
