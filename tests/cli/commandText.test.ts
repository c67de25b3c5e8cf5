/** Commands stated in result files: a shell reads each word as it was meant. */
import { expect, test } from "vitest";
import { commandText } from "../../cli/arguments.ts";
import { studyCommand } from "../../cli/study/loadStudy.ts";
import { commandOf } from "../../lib/study/row.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { pageCommand } from "../../web/scenarios/share.ts";

test.each([
  ["a folder", commandText("run", ["deep/in/a b.json"]), "irqscope run 'a b.json'"],
  ["an id", commandText("run", ["ring-overflow"]), "irqscope run ring-overflow"],
  ["a file named as an id", commandText("run", ["deep/ring-overflow"]), "irqscope run ./ring-overflow"],
  [
    "a study named as an id",
    studyCommand("./contexts-ring-rate", false),
    "irqscope sweep ./contexts-ring-rate",
  ],
  ["a file like an option", commandText("run", ["./-x.json"]), "irqscope run ./-x.json"],
  ["a value like an option", commandText("run", ["-"], { show: ["-busy"] }), "irqscope run - --show=-busy"],
  [
    "a machine in a folder",
    commandText("trace", [], { pcap: "-", machine: "deep/m.json" }),
    "irqscope trace --machine m.json --pcap -",
  ],
  ["a pipe", commandText("run", ["/dev/fd/63"]), "irqscope run -"],
  ["a study from standard input", studyCommand("-", true), "irqscope sweep - --skip-invalid"],
  [
    "a file with signs of the shell",
    commandText("run", ["a$(touch x)`id`.json"]),
    "irqscope run 'a$(touch x)`id`.json'",
  ],
  [
    "a study of the page: the file that it saves",
    commandOf({ name: "Ring overflow: how deep?", search: undefined }),
    "irqscope sweep ring-overflow-how-deep-.study.json",
  ],
])("the command of %s can be pasted into a shell", (_, text, expected) => {
  expect(text).toBe(expected);
});

test("a command of the page reads the scenario from its link by a pipe", () => {
  const read = parseScenario({ format: "irqscope-scenario", version: 1, name: "mine" });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  expect(pageCommand("export packets", read.scenario, [["window", "1..2"]])).toMatch(
    /^irqscope open \S+ \| irqscope export packets - --window 1\.\.2$/,
  );
  expect(pageCommand("run", read.scenario, [], "one-packet")).toBe("irqscope run one-packet");
});
