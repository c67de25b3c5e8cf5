/** `irqscope service` as docs/elsewhere.md describes it: each line has its answer, and the service ends with standard
 * input. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { inflateSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { testCommand } from "../support/command.ts";

const command = testCommand();

type Line = Readonly<Record<string, unknown>>;

interface Asked {
  readonly child: ChildProcessWithoutNullStreams;
  readonly greeting: Line;
  /** All lines of an answer. */
  ask(request: object): Promise<readonly Line[]>;
}

const children: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

async function service(): Promise<Asked> {
  const child = spawn(process.execPath, [command.bundle, "service"], { cwd: command.folder });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Line> => JSON.parse((await lines.next()).value ?? "null");
  let id = 0;
  return {
    child,
    greeting: await next(),
    ask: async (request) => {
      id += 1;
      child.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
      const answer: Line[] = [];
      do answer.push(await next());
      while (answer.at(-1)?.end !== true);
      expect(new Set(answer.map((line) => line.id))).toEqual(new Set([id]));
      return answer;
    },
  };
}

const open = { ask: "open", folder: command.folder };

test("the service opens scenarios by hash, and refuses others with field and reason", async () => {
  const { greeting, ask } = await service();
  expect(greeting).toMatchObject({
    format: "irqscope-service",
    head: { format: "irqscope-compiled" },
    events: { "frame-offered": expect.any(Number) },
  });
  const [opened] = await ask({ ...open, subject: "one-packet", seed: 9 });
  expect(opened).toMatchObject({ seed: 9, name: "One packet", traffic: null });
  const packed = String(opened?.packed);
  expect(JSON.parse(inflateSync(Buffer.from(packed, "base64")).toString("utf8"))).toMatchObject({ seed: 9 });

  const refusal = async (request: object) => (await ask(request))[0]?.complaints;
  expect(await refusal({ ...open, subject: "one-packe" })).toEqual([
    expect.stringMatching(/^one-packe: no such file.*did you mean one-packet\?$/),
  ]);
  expect(await refusal({ ...open, scenario: { a: 1 } })).toEqual(
    expect.arrayContaining([expect.stringMatching(/^scenario: format: must be/)]),
  );
  expect(await refusal({ ...open, subject: "one-packet", settings: ["rxRingFrames=0"] })).toEqual([
    expect.stringMatching(/^settings: rxRingFrames/),
  ]);
  expect(await refusal({ ask: "nothing" })).toEqual([expect.stringMatching(/^ask: must be one of "open", /)]);
  expect(await refusal({ ...open, subject: "one-packet", seed: 2 ** 53, sed: 1 })).toEqual([
    "seed: must be at most 9007199254740991",
    'sed: is not a known field; did you mean "seed"?',
  ]);

  const there = command.json("run", "one-packet", "--seed", "9", "--cycles", "3000");
  const { stateHash } = there as { readonly stateHash: string };
  const of = { origin: { subject: "one-packet", seed: 9 }, cycle: 3000, stateHash };
  const table = { ask: "table", what: "packets", from: 0, to: 3000, ...of };
  expect(await ask({ ...table, scenario: "0" })).toEqual([expect.objectContaining({ unknown: "scenario" })]);
  const told = await ask({ ...table, scenario: opened?.scenario });
  const csv = command.run("export", "packets", "one-packet", "--seed", "9", "--cycles", "3000");
  expect(told.at(-1)).toMatchObject({
    columns: expect.arrayContaining([{ name: "offered_cycle", type: "whole", unit: "cycles" }]),
    notes: { stateHash, command: "irqscope export packets one-packet --cycles 3000 --seed 9" },
  });
  const cells = told.slice(0, -1).map((part) => part.cells as readonly (readonly unknown[])[]);
  const numbers = cells.flatMap(([first = []]) => first);
  expect(numbers.map(String)).toEqual(
    csv.output
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((row) => row.split(",")[0]),
  );
  const wrong = (await ask({ ...table, scenario: opened?.scenario, stateHash: "0123456789abcdef" })).at(-1);
  expect([wrong, ...(await ask({ ...table, scenario: opened?.scenario, what: "series" }))]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ fault: expect.stringMatching(/^state hash/) }),
      expect.objectContaining({ notes: expect.anything() }),
    ]),
  );
}, 60_000);

test.each([
  ["x", "is not JSON"],
  ['{"ask":"open"}', "is not a request with an id"],
])(
  "the service answers nothing after the line %s and says why",
  async (line, reason) => {
    const { child } = await service();
    const ended = once(child, "exit");
    child.stdin.write(`${line}\n`);
    const [errors] = await once(child.stderr, "data");
    child.stdin.end();
    expect([String(errors), await ended]).toEqual([`error: standard input: line 1: ${reason}\n`, [2, null]]);
  },
  60_000,
);

test("the service ends with its standard input, even while a machine runs", async () => {
  const idle = await service();
  const ended = once(idle.child, "exit");
  idle.child.stdin.end();
  expect(await ended).toEqual([0, null]);

  const busy = await service();
  const [opened] = await busy.ask({ ...open, subject: "ring-overflow" });
  const of = { scenario: opened?.scenario, origin: { subject: "ring-overflow" }, stateHash: "" };
  // The run takes minutes and prints no line before its end.
  const cycle = 10_000_000_000;
  const window = { cycle, from: 0, to: cycle, every: 4_000_000_000 };
  busy.child.stdin.write(`${JSON.stringify({ id: 99, ask: "table", what: "series", ...of, ...window })}\n`);
  const killed = once(busy.child, "exit");
  setTimeout(() => busy.child.stdin.end(), 200);
  expect(await killed).toEqual([null, "SIGKILL"]);
}, 60_000);
