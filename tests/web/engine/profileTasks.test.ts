/** The worker's profile: its progress reports and its result. */
import { expect, it, vi } from "vitest";
import { irqsOffOf } from "../../../cli/commands/profile.ts";
import { profileRun } from "../../../lib/programs/profile.ts";
import { totalOf } from "../../../lib/programs/profileViews.ts";
import { countProfile, type TaskPort } from "../../../web/engine/oneTask.ts";
import type { ProfileTask } from "../../../web/engine/profileTasks.ts";
import { answerProfile, type ProfilePart } from "../../../web/engine/profileTasks.ts";
import type { TaskAnswer } from "../../../web/engine/tasks.ts";
import { builtin, openCore } from "../../boundary/support.ts";
import { hartScenario } from "../../why/hartScenario.ts";

const core = await openCore();
const scenario = await builtin("checksum-in-c");
if (scenario === undefined) throw new Error("no scenario");

/** The clock advances 100 ms at each reading. */
function clock() {
  let nowMs = 0;
  return () => {
    nowMs += 100;
    return nowMs;
  };
}

it("the profile in the worker equals that of the command, and is reported as it grows", () => {
  const span = { from: 6000, to: 90_000 };
  const answers = [...answerProfile(core, { scenario, span }, clock())];
  const parts = answers.flatMap((one) => (one.kind === "part" ? [one] : []));
  expect(answers.at(-1)).toEqual({ kind: "done" });
  expect(parts.at(-1)).toMatchObject({ cycle: 90_000, profile: profileRun(core, scenario, span) });
  expect(parts.length).toBeGreaterThan(3);
  const cycles = parts.map(({ profile }) => totalOf(profile).cycles);
  expect(cycles).toEqual(cycles.toSorted((a, b) => a - b));
  expect(cycles[0]).toBeLessThan(cycles.at(-1) ?? 0);
});

it("the list of stretches with interrupts off equals that of the command, and reports progress", () => {
  const hart = hartScenario(
    "li t2, 60\nwait: addi t2, t2, -1\n bnez t2, wait\nloop: csrsi mstatus, 8\n nop\n csrci mstatus, 8\n nop\n nop\n j loop\n",
    { runCycles: 20_000 },
  );
  const span = { from: 0, to: hart.runCycles };
  const answers = [...answerProfile(core, { scenario: hart, span, what: "irqs-off" }, clock())];
  const parts = answers.flatMap((one) => (one.kind === "part" ? [one] : []));
  expect(answers.at(-1)).toEqual({ kind: "done" });
  expect(parts.length).toBeGreaterThan(1);
  const { places } = irqsOffOf(core, hart, hart.runCycles);
  expect(parts.at(-1)).toMatchObject({ cycle: hart.runCycles, places });
  expect(places.map(({ begin }) => begin.kind)).toEqual(["start", "instruction"]);
  expect(places[1]?.count).toBeGreaterThan(1000);
});

it("the profile of a machine that cannot be built reports the reason", () => {
  const { machine } = scenario;
  const core0 = { ...machine.core, cores: 99 };
  const answers = [
    ...answerProfile(core, {
      scenario: { ...scenario, machine: { ...machine, core: core0 } },
      span: { from: 0, to: 10 },
    }),
  ];
  expect(answers).toEqual([{ kind: "failed", message: expect.any(String) }]);
});

function fakeWorker() {
  let answer: (answer: TaskAnswer<ProfilePart>) => void = () => undefined;
  let fail: (message: string) => void = () => undefined;
  const seen = { closed: 0 };
  const open = (): TaskPort<ProfileTask, ProfilePart> => ({
    post: () => undefined,
    listen: (onAnswer, onFailure) => {
      answer = onAnswer;
      fail = onFailure;
    },
    close: () => {
      seen.closed += 1;
    },
  });
  return {
    open,
    seen,
    answer: (one: TaskAnswer<ProfilePart>) => answer(one),
    fail: (message: string) => fail(message),
  };
}

it("the page's side passes partial results on, and ends the worker at the end, a failure or a stop", async () => {
  const task = { scenario, span: { from: 0, to: 10 } };
  const parts: number[] = [];
  const run = () => {
    const worker = fakeWorker();
    const order = new AbortController();
    const end = countProfile(task, ({ cycle }) => parts.push(cycle), order.signal, worker.open);
    return { worker, order, end };
  };
  const good = run();
  good.worker.answer({ kind: "part", cycle: 5, profile: [] });
  good.worker.answer({ kind: "done" });
  expect(await good.end).toBe(true);
  const given = run();
  given.order.abort();
  given.worker.answer({ kind: "part", cycle: 6, profile: [] });
  expect(await given.end).toBe(false);
  const refused = run();
  refused.worker.answer({ kind: "failed", message: "refused" });
  await expect(refused.end).rejects.toThrow("refused");
  const gone = run();
  gone.worker.fail("gone");
  await expect(gone.end).rejects.toThrow("gone");
  const early = vi.fn(() => fakeWorker().open());
  expect(await countProfile(task, ({ cycle }) => parts.push(cycle), AbortSignal.abort(), early)).toBe(false);
  expect(early).not.toHaveBeenCalled();
  expect(parts).toEqual([5]);
  expect([good, given, refused, gone].map(({ worker }) => worker.seen.closed)).toEqual([1, 1, 1, 1]);
});
