/** The story of the scenario that is open, and the player of the page's session. */
import { loadStory, loadTour } from "../../scenarios/stories/index.ts";
import type { Story } from "../../scenarios/story/story.ts";
import type { Session } from "../state/session.ts";
import type { AppState } from "../state/store.ts";
import { firstInput } from "../ui/idle.ts";
import { later } from "../ui/later.ts";
import type { StoryPlayer } from "./player.ts";
import { builtinId, type Open } from "./storyThere.ts";
import type { Measure } from "./tried.ts";

/** The page's own story, the scenario's, or that of the built-in scenario. */
export async function storyOf(open: Open & Pick<AppState, "isTour">): Promise<Story | undefined> {
  if (open.isTour) return loadTour();
  const id = builtinId(open);
  return open.scenario?.story ?? (id === undefined ? undefined : loadStory(id));
}

const players = new WeakMap<Session, Promise<StoryPlayer>>();

export function playerOf(session: Session): Promise<StoryPlayer> {
  let player = players.get(session);
  if (player === undefined) {
    player = makePlayer(session);
    players.set(session, player);
  }
  return player;
}

async function makePlayer(session: Session): Promise<StoryPlayer> {
  const { createStoryPlayer, measuredOnce } = await import("./player.ts");
  const pool = later(async () => (await import("../engine/machinePool.ts")).createMachinePool());
  measureWith = measuredOnce(async (scenario, runCycles) => {
    const machines = await pool.load();
    const { measured } = await machines.run({ ...scenario, runCycles: Math.max(1, runCycles) }, 0);
    return measured;
  });
  return createStoryPlayer(session, measureWith);
}

let measureWith: Measure | undefined;

/** Makes the player's numbers. Undefined before there is a player. */
export function measureFor(): Measure | undefined {
  return measureWith;
}

/** Opens the story of the open item at the step that the page's state names. */
export async function tellStory(
  session: Session,
  player: StoryPlayer,
  story: Story | undefined,
): Promise<void> {
  const { scenario, told } = session.store.getState();
  if (told === undefined || player.store.getState() !== undefined) return;
  if (story === undefined) return player.leave();
  player.open(story, Math.min(told, story.steps.length) - 1);
  await firstInput();
  const { measureAhead } = await import("./player.ts");
  await measureAhead(story, scenario, measureWith, () => player.store.getState()?.story === story);
}
