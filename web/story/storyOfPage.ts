/** The story of the scenario that is open, and the player of the page's session. */
import { loadStory, loadTour } from "../../scenarios/stories/index.ts";
import type { Story } from "../../scenarios/story/story.ts";
import type { Session } from "../state/session.ts";
import type { StoryPlayer } from "./player.ts";
import { builtinId, type Open } from "./storyThere.ts";
import type { Measure } from "./tryAction.ts";

async function storyOf(open: Open): Promise<Story | undefined> {
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
  const [{ createStoryPlayer }, { createMachinePool }, { measuredOnce }] = await Promise.all([
    import("./player.ts"),
    import("../engine/machinePool.ts"),
    import("./measureAhead.ts"),
  ]);
  const pool = createMachinePool();
  measureWith = measuredOnce(async (scenario, runCycles) => {
    const { measured } = await pool.run({ ...scenario, runCycles: Math.max(1, runCycles) }, 0);
    return measured;
  });
  return createStoryPlayer(session, measureWith);
}

let measureWith: Measure | undefined;

/** With which the player's numbers are made; undefined before there is one. */
export function measureFor(): Measure | undefined {
  return measureWith;
}

/** Opens the story of what is open at the step that the page's state names. */
export async function tellStory(session: Session, player: StoryPlayer): Promise<void> {
  const open = session.store.getState();
  const story = open.isTour ? await loadTour() : await storyOf(open);
  const { told } = session.store.getState();
  if (told === undefined || player.store.getState() !== undefined) return;
  if (story === undefined) return player.leave();
  player.open(story, Math.min(told, story.steps.length) - 1);
  const { measureAhead } = await import("./measureAhead.ts");
  await measureAhead(story, open.scenario, measureWith, () => player.store.getState()?.story === story);
}
