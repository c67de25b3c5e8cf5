/** Names of parts of the page. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { panelOf, partFault, partsOf, partText, readPart } from "../../scenarios/story/parts.ts";

function everything() {
  const text = readFileSync(new URL("../fixtures/scenarios/everything.json", import.meta.url), "utf8");
  const parsed = parseScenario(text);
  if (!parsed.ok) throw new Error("everything.json is not valid");
  return parsed.scenario;
}

it("the parts of the page that a story names are read and exist", () => {
  const parts = partsOf(everything());
  expect(parts).toEqual(expect.arrayContaining(["controller", "context:1", "cache:l1d"]));
  expect(parts.length).toBeGreaterThan(40);
  for (const text of parts) {
    const part = readPart(text);
    expect(part && partText(part.kind, part.name)).toBe(text);
    expect(partFault(everything(), text)).toBeUndefined();
  }
});

it.each([
  ["ring", /names no part of the page/],
  ["bus:1", /names no part of the page/],
  ["toString", /names no part of the page/],
  ["ring:eth9", /names no ring of this scenario \("eth9"\): must be one of /],
  ["context:0", /names no context/],
  ["program", /names no part of the page/],
  ["program:classify", /names no program of this scenario \("classify"\): there is none/],
])("a story with %s is refused with the reason", (text, reason) => {
  expect(partFault(everything(), text)).toMatch(reason);
});

it("a story names tracks and metrics as the page does", () => {
  expect(partFault(everything(), "track:rx0")).toBeUndefined();
  expect(readPart("metric:nic.eth0.rx.dropped")).toEqual({ kind: "metric", name: "nic.eth0.rx.dropped" });
  expect(readPart("track:")).toBeUndefined();
});

it("a story names the panel that a step shows", () => {
  expect(["program:checksum", "metrics", "tries", "settings", "ring:eth0"].map(panelOf)).toEqual([
    "program",
    "metrics",
    "metrics",
    undefined,
    undefined,
  ]);
});
