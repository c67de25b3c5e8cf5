/** A profile in progress: what the page keeps when it ends, is stopped, fails, or belongs to a machine that is no
 * longer shown. */
import { beforeEach, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { InstructionProfile } from "../../../lib/programs/profile.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { CountProfile } from "../../../web/engine/oneTask.ts";
import { profileStore, startProfile, stopProfile } from "../../../web/program/useProfile.ts";
import type { Session } from "../../../web/state/session.ts";

const first = { name: "first" } as Scenario;
const second = { name: "second" } as Scenario;
const COUNT: InstructionProfile = { thread: 0, routine: 0, pc: 4, cycles: 2, instructions: 1, stalls: [] };

/** Counts on request of the test. */
function counting() {
  const store = createStore<{ scenario: Scenario }>()(() => ({ scenario: first }));
  const calls: {
    readonly part: (cycle: number) => void;
    readonly end: () => void;
    readonly fail: () => void;
    readonly signal: AbortSignal;
  }[] = [];
  const countProfile: CountProfile = (_task, onPart, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => resolve(false));
      calls.push({
        part: (cycle) => onPart({ cycle, profile: [COUNT] }),
        end: () => resolve(true),
        fail: () => reject(new Error("no worker")),
        signal,
      });
    });
  const session = { countProfile, store } as unknown as Session;
  return { session, store, calls };
}

const span = { from: 100, to: 400 };
const state = () => profileStore.getState();

beforeEach(() => stopProfile());

it("the profile grows while it is counted, and stays at the end", async () => {
  const { session, calls } = counting();
  const done = startProfile(session, first, span);
  expect(state()).toMatchObject({ scenario: first, profile: [], share: 0, span: { from: 100, to: 100 } });
  calls[0]?.part(50); // On the way there.
  expect(state()).toMatchObject({ share: 0.125, span: { from: 100, to: 100 } });
  calls[0]?.part(200);
  expect(state()).toMatchObject({ share: 0.5, span: { from: 100, to: 200 }, profile: [COUNT] });
  calls[0]?.part(400);
  calls[0]?.end();
  await done;
  expect(state()).toMatchObject({ share: undefined, span, profile: [COUNT], fault: undefined });
});

it("a stopped profile keeps what was counted", async () => {
  const { session, calls } = counting();
  const done = startProfile(session, first, span);
  calls[0]?.part(200);
  stopProfile();
  await done;
  expect(calls[0]?.signal.aborted).toBe(true);
  expect(state()).toMatchObject({ share: undefined, span: { from: 100, to: 200 }, profile: [COUNT] });
});

it("another profile replaces the previous one, whose answers are ignored", async () => {
  const { session, calls } = counting();
  const before = startProfile(session, first, span);
  const now = startProfile(session, first, { from: 0, to: 10 });
  calls[0]?.part(300);
  await before;
  expect(state()).toMatchObject({ share: 0, profile: [], span: { from: 0, to: 0 } });
  calls[1]?.end();
  await now;
  expect(state().share).toBeUndefined();
});

it("the profile is abandoned with its scenario", async () => {
  const { session, store, calls } = counting();
  const done = startProfile(session, first, span);
  store.setState({ scenario: second });
  await done;
  expect(calls[0]?.signal.aborted).toBe(true);
  expect(state().share).toBeUndefined();
});

it("the page states why there is no profile", async () => {
  const { session, calls } = counting();
  const done = startProfile(session, first, span);
  calls[0]?.fail();
  await done;
  expect(state()).toMatchObject({ fault: "no worker", share: undefined });
});
