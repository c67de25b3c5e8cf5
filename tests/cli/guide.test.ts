/** The comparison in docs/guide.md has the results that its text states. */
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { testCommand } from "../support/command.ts";

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const CAPTURE = fromRoot("tests/fixtures/captures/two-hosts.pcap");
const GUIDE_LINES = readFileSync(fromRoot("docs/guide.md"), "utf8").split("\n");
const argumentsOf = (name: string) =>
  GUIDE_LINES.filter((line) => line.startsWith(`npx irqscope ${name} `)).map((line) =>
    line.split(" ").slice(2),
  );

const command = testCommand();
copyFileSync(CAPTURE, join(command.folder, "my.pcap"));

const scenarioIn = (file: string) => JSON.parse(readFileSync(join(command.folder, file), "utf8"));

test("the two machines of the guide get the same traffic, and both run", () => {
  const traces = argumentsOf("trace");
  expect(traces).toHaveLength(2);
  for (const trace of traces) {
    expect(command.run(...trace)).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/left out: [\d,]+ of a direction that this machine has no path for\n/),
    });
  }
  const [one, three] = traces.map((trace) => scenarioIn(trace.at(-1) ?? ""));
  expect(one.traffic).toEqual(three.traffic);
  expect(one.traffic[0].events.sizesBytes.length).toBeGreaterThan(1000);
  expect([one, three].map(({ machine }) => machine.core.contexts)).toEqual([undefined, 3]);
  for (const run of argumentsOf("run")) {
    expect(command.json(...run, "--cycles", "1M")).toMatchObject({ brokenLaw: 0 });
  }
});

test("the machine with a send path of the guide gets more traffic", () => {
  const [first = []] = argumentsOf("trace");
  const out = first.at(-1) ?? "";
  const words: Readonly<Record<string, string>> = { "ring-overflow": "figure-4", [out]: "send-path.json" };
  const other = first.map((word) => words[word] ?? word);
  expect(other.filter((word, at) => word !== first[at])).toEqual(["figure-4", "send-path.json"]);
  command.run(...other);
  expect(scenarioIn("send-path.json").traffic[0].events.directions).toContain("s");
});

test("the context sweep of the guide has only valid combinations", () => {
  const [line = ""] = GUIDE_LINES.filter((one) => one.includes("--set contexts="));
  const { exitCode, output } = command.shell(
    `${line.replace("npx irqscope", '"$NODE" "$IRQSCOPE"')} --set runCycles=100k --json`,
  );
  expect(exitCode).toBe(0);
  expect(JSON.parse(output)).toMatchObject({ combinations: 6, leftOut: [], complete: true });
});
