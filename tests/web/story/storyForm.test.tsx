// @vitest-environment happy-dom
/** The form that makes a story of bookmarks shows the story once its machine runs. */
import { afterEach, expect, it, vi } from "vitest";
import { SessionContext } from "../../../web/state/hooks.ts";
import type { Session } from "../../../web/state/session.ts";
import { createAppStore, type EditOutcome } from "../../../web/state/store.ts";
import StoryForm from "../../../web/story/StoryForm.tsx";
import { builtin } from "../../boundary/support.ts";
import { press, show, type } from "../support/page.tsx";

const scenario = await builtin("ring-overflow");
const onDone = vi.fn();
const actions = { editScenario: vi.fn<() => Promise<EditOutcome>>(), setTold: vi.fn(), notify: vi.fn() };
let close: (() => Promise<void>) | undefined;

async function submit(outcome: EditOutcome): Promise<void> {
  actions.editScenario.mockResolvedValue(outcome);
  const store = createAppStore({ scenario, bookmarks: [{ cycle: 5000, note: "The ring is full." }] });
  const session = { store, actions, position: () => ({ visibleCycles: 100 }) } as unknown as Session;
  close = await show(
    <SessionContext value={session}>
      <StoryForm onDone={onDone} />
    </SessionContext>,
  );
  await type("Title, a question that the story answers", "Why is a frame lost?");
  await press("Show the story");
}

afterEach(async () => {
  await close?.();
  vi.clearAllMocks();
});

it("the story of bookmarks is shown from its first step, and its form closes", async () => {
  await submit({ status: "running" });
  const story = expect.objectContaining({ title: "Why is a frame lost?" });
  expect(actions.editScenario).toHaveBeenCalledExactlyOnceWith({ ...scenario, story });
  expect(onDone).toHaveBeenCalledOnce();
  expect(actions.setTold).toHaveBeenLastCalledWith(1);
});

it("the form of a story stays open and gives the reason if the machine is refused", async () => {
  await submit({ status: "refused", error: { code: "core-refused", message: "too many steps" } });
  expect(actions.notify).toHaveBeenCalledExactlyOnceWith("error", "too many steps");
  expect(onDone).not.toHaveBeenCalled();
  expect(actions.setTold).toHaveBeenLastCalledWith(undefined);
});
