import { expect, test } from "vitest";
import { takeInOrder } from "../../cli/machinePool.ts";

interface Job {
  readonly promise: Promise<number>;
  readonly resolve: (value: number) => void;
  readonly reject: (error: Error) => void;
}

function job(): Job {
  let resolve: Job["resolve"] = () => undefined;
  let reject: Job["reject"] = () => undefined;
  const promise = new Promise<number>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/** More promise turns than the function needs. */
async function settle() {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

function begin(count: number) {
  const jobs = Array.from({ length: count }, job);
  const taken: number[] = [];
  const stop = job();
  const end = takeInOrder({
    items: jobs,
    work: ({ promise }) => promise,
    take: async (result) => {
      await Promise.resolve();
      taken.push(result);
    },
    stop: stop.promise,
  });
  end.catch(() => undefined);
  return { jobs, taken, stop, end };
}

test("inOrder passes each result on as soon as all earlier results have arrived", async () => {
  const { jobs, taken, end } = begin(4);
  jobs[1]?.resolve(1);
  jobs[3]?.resolve(3);
  await settle();
  expect(taken).toEqual([]);
  jobs[0]?.resolve(0);
  await settle();
  expect(taken).toEqual([0, 1]);
  jobs[2]?.resolve(2);
  expect(await end).toBe(4);
  expect(taken).toEqual([0, 1, 2, 3]);
});

test("inOrder, when stopped, passes on the results before the first missing one", async () => {
  const { jobs, taken, stop, end } = begin(4);
  jobs[3]?.resolve(3);
  jobs[0]?.resolve(0);
  jobs[2]?.resolve(2);
  await settle();
  expect(taken).toEqual([0]);
  stop.resolve(0);
  expect(await end).toBe(3);
  expect(taken).toEqual([0, 2, 3]);
});

test("inOrder throws an error after the results that have arrived", async () => {
  const { jobs, taken, end } = begin(3);
  jobs[2]?.resolve(2);
  jobs[0]?.resolve(0);
  jobs[1]?.reject(new Error("broken"));
  await expect(end).rejects.toThrow("broken");
  expect(taken).toEqual([0, 2]);
});

test("inOrder ends at once without jobs", async () => {
  expect(await begin(0).end).toBe(0);
});
