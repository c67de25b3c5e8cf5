/** `irqscope search`: its results, how it resumes, its short form, and what it refuses. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testCommand } from "../support/command.ts";
import { long } from "../support/long.ts";
import { createRandom } from "../support/random.ts";

const command = testCommand();
const studyFile = (name: string, content: object) => command.file(name, JSON.stringify(content));
const textOf = (name: string) => readFileSync(join(command.folder, name), "utf8");

const SEARCH = {
  format: "irqscope-study",
  version: 1,
  name: "small",
  scenarios: ["ring-overflow"],
  set: { runCycles: 200_000 },
  axes: [
    { kind: "field", field: "contexts", values: [1, 3] },
    { kind: "field", field: "rxRingFrames", name: "ring", values: "1..24" },
  ],
  seeds: { count: 2 },
  metrics: ["receive.delivered"],
  search: {
    over: ["ring"],
    goal: "minimize",
    of: "ring",
    subjectTo: ['receive.drop["rx-ring-full"] == 0'],
  },
};
const searched = () => studyFile("searched.study.json", SEARCH);
const [CONDITION = ""] = SEARCH.search.subjectTo;

interface Row {
  readonly point: { readonly contexts: number; readonly ring: number };
  readonly metrics: Readonly<Record<string, number>>;
}

const rowsIn = (name: string): readonly Row[] =>
  textOf(name)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const IN_LIBRARY = long(
  "It adds the files of the command. tests/study/search.test.ts compares a search with a sweep, and goes on with an interrupted one.",
);

test("a search finds the same answer as a sweep of all points, with fewer points", IN_LIBRARY, () => {
  const text = command.run("search", searched(), "--out", "search.jsonl", "--summary", "search.json").output;
  expect(command.run("sweep", searched(), "--out", "every.jsonl").exitCode).toBe(0);
  const { search } = JSON.parse(textOf("search.json"));
  const every = rowsIn("every.jsonl");
  for (const contexts of [1, 3]) {
    const fails = every.filter((row) => row.point.contexts === contexts && row.metrics[CONDITION] !== 1);
    const least = Math.max(...fails.map(({ point }) => point.ring)) + 1;
    const one = search.find(
      (found: { case: object }) => JSON.stringify(found.case) === `{"contexts":${contexts}}`,
    );
    expect(one).toMatchObject({ best: { contexts, ring: least }, isSettled: true, contradictions: [] });
    expect(text).toMatch(new RegExp(`^${contexts} +${least} +\\d+$`, "m"));
  }
  const own = rowsIn("search.jsonl");
  expect(own.length).toBeLessThan(0.6 * every.length);
  expect(textOf("search.jsonl")).toContain('"command":"irqscope search searched.study.json"');
});

test("an interrupted search resumes and gives the same bytes, on any number of machines", IN_LIBRARY, () => {
  expect(command.run("search", searched(), "--out", "searched.jsonl", "--jobs", "2").errors).toBe("");
  const whole = textOf("searched.jsonl");
  const random = createRandom(11);
  for (let attempt = 0; attempt < 2; attempt++) {
    writeFileSync(
      join(command.folder, "searchedPart.jsonl"),
      whole.slice(0, random.integer(1, whole.length - 1)),
    );
    const { exitCode, errors } = command.run(
      "search",
      searched(),
      "--out",
      "searchedPart.jsonl",
      "--resume",
      "--jobs",
      "1",
    );
    expect(errors).toBe("");
    expect(exitCode).toBe(0);
    expect(textOf("searchedPart.jsonl")).toBe(whole);
  }
  expect(command.run("bundle", searched(), "--rows", "searched.jsonl", "-o", "search.zip").errors).toBe("");
  expect(command.run("verify", "search.zip", "--sample", "4").output).toContain(
    "the summary matches the rows",
  );
});

test("the short form of a search names scenario, field, goal and conditions", () => {
  const args = [
    "--over",
    "rxRingFrames=1..24",
    "--set",
    "runCycles=200k",
    "--where",
    CONDITION,
    "--seeds",
    "2",
  ];
  const { output } = command.run(
    "search",
    "ring-overflow",
    ...args,
    "--minimize",
    "rxRingFrames",
    "--out",
    "short.jsonl",
  );
  const one = studyFile("one.study.json", {
    ...SEARCH,
    axes: [{ ...SEARCH.axes[1], values: "1..24" }],
  });
  command.run("search", one, "--summary", "one.json");
  const least = JSON.parse(textOf("one.json")).search[0].best.ring;
  expect(output).toMatch(new RegExp(`^ +${least} +\\d+$`, "m"));
  expect(textOf("short.jsonl")).toContain("--minimize rxRingFrames --where 'receive.drop");
});

test.each<[readonly string[], string]>([
  [["ring-overflow"], "is not a study; a scenario needs --over FIELD=VALUES"],
  [["ring-overflow", "--over", "rxRingFrames=1..9"], "need either --minimize X or --maximize X"],
  [["ring-overflow", "--over", "rxRingFrames"], "need either --minimize X"],
  [["ring-overflow", "--over", "rxRingFrames", "--minimize", "a"], "--over: must be FIELD=VALUES"],
  [["contexts-ring-rate"], "search: is missing in this study"],
  [["contexts-ring-rate", "--seeds", "2"], "--seeds: is an option of the short form"],
  [["contexts-ring-rate", "--shard", "1/2"], "--shard: does not work here"],
])("search %s is refused", (args, message) => {
  const { exitCode, errors } = command.run("search", ...args);
  expect([exitCode, errors]).toEqual([2, expect.stringContaining(message)]);
});

test("a search exits with 1 if no point meets the conditions, and names the failing condition", () => {
  const none = studyFile("none.study.json", {
    ...SEARCH,
    axes: [{ kind: "field", field: "rxRingFrames", name: "ring", values: "1..3" }],
  });
  const { exitCode, output } = command.run("search", none);
  expect(exitCode).toBe(1);
  expect(output).toContain(`none holds; at ring=`);
  expect(output).toContain(`not ${CONDITION}`);
});
