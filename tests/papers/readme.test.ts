/** README.md states how many facts hold today: those of docs/papers/results.csv, which the check `papers` compares with
 * the runs. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { factsOf, rolesOf, type Share, scoreOf } from "../../lib/papers/facts.ts";
import { loadPapers } from "../../lib/papers/gallery.ts";
import { RESULT_ROWS } from "./resultRows.ts";

const NAMES: Readonly<Record<string, string>> = {
  "000": "three contexts for interrupts (Pattery et al.)",
  "001": "hot thread (Gibeling and Schultz)",
  "002": "MIPS 34K",
  "003": "switch on a LEON2 (Salehi et al.)",
  "004": "ETA (Intel)",
  "005": "Cortex-M3 (Arm)",
  "006": "Click (Kohler et al.)",
  "007": "receive livelock and NAPI (Mogul and Ramakrishnan; Linux)",
};

const papers = await loadPapers();
const verdicts = new Map(RESULT_ROWS.map((row) => [row.get("claim") ?? "", row.get("verdict")]));
const shareText = ({ held, of }: Share) => (of === 0 ? "none printed" : `${held} of ${of}`);

function lineOf(name: string, some: typeof papers): readonly string[] {
  const score = scoreOf(some.flatMap(factsOf), (id) => verdicts.get(id) === "pass");
  const kinds = some.flatMap((paper) => [...rolesOf(paper).values()].map(({ kind }) => kind));
  const count = (kind: (typeof kinds)[number]) => String(kinds.filter((one) => one === kind).length);
  return [
    ...[name, shareText(score.numbers), shareText(score.statements)],
    ...[count("restated"), count("reading"), count("own"), count("contradiction")],
  ];
}

test("the table of the README equals results.csv", () => {
  const expected = [
    ...papers.map((paper) => lineOf(NAMES[paper.id] ?? paper.id, [paper])),
    lineOf("all", papers),
  ];
  const lines = readFileSync(new URL("../../README.md", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .map((part) => part.trim())
        .slice(1, -1),
    );
  expect(lines.filter(([name]) => expected.some(([one]) => one === name))).toEqual(expected);
});

test("results.csv says of each claim what it counts as", () => {
  const roles = new Map(papers.flatMap((paper) => [...rolesOf(paper)]));
  const claims = RESULT_ROWS.filter((row) => row.get("kind") !== "curve");
  expect(claims.map((row) => [row.get("claim"), row.get("counts as")])).toEqual(
    [...roles].map(([id, { kind }]) => [id, kind]),
  );
});
