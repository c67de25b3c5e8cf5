import { describe, expect, it } from "vitest";
import { BUILTIN_SCENARIOS } from "../../../scenarios/index.ts";
import { BUILTIN_STUDIES } from "../../../scenarios/studies/index.ts";
import {
  axisColumns,
  axisLines,
  draftOf,
  withAxis,
  withField,
  withoutAxis,
  withoutSet,
} from "../../../web/study/draft.ts";
import { loadStudy } from "../../../web/study/loadStudy.ts";
import { readStudyAddress, writeStudyAddress } from "../../../web/study/studyAddress.ts";

const DRAFT = {
  name: "x",
  axes: [
    { kind: "field", field: "ring", name: "r", values: [4, 8] },
    { kind: "field", field: "rate", values: "1..3" },
    { kind: "table", fields: ["a"], rows: [[1]] },
  ],
};

describe("draft of a study", () => {
  it("shows lists and ranges as they are typed, and no axis that a line cannot say", () => {
    expect(axisLines(DRAFT)).toEqual([
      { field: "ring", values: "4, 8" },
      { field: "rate", values: "1..3" },
      undefined,
    ]);
  });

  it("keeps what the form does not know", () => {
    const changed = withAxis(DRAFT, 0, { field: "ring", values: "4..16*2" });
    expect(changed.axes).toEqual([
      { kind: "field", field: "ring", name: "r", values: "4..16*2" },
      ...DRAFT.axes.slice(1),
    ]);
    expect(withoutAxis(changed, 0).axes).toEqual(DRAFT.axes.slice(1));
    expect(withField({ set: { a: 1 } }, ["set", "b"], 2)).toEqual({ set: { a: 1, b: 2 } });
    expect(withoutSet({ name: "x", set: { a: 1, b: 2 } }, "b")).toEqual({ name: "x", set: { a: 1 } });
  });

  it("a first study of any built-in scenario can be planned", async () => {
    for (const { id, load } of BUILTIN_SCENARIOS.slice(0, 12)) {
      const parsed = await load();
      if (!parsed.ok) throw new Error(id);
      const read = await loadStudy(JSON.parse(JSON.stringify(draftOf(parsed.scenario, id))));
      expect([id, read.ok ? "" : read.errors]).toEqual([id, ""]);
    }
  });
});

describe("first study of a capture", () => {
  const capture = (events: number, resample?: { blockEvents: number }) => {
    const traffic = { kind: "trace", resample, events: { sizesBytes: Array(events).fill(64) } };
    return { name: "mine", machine: { nics: [] }, traffic: [{ kind: "constant" }, traffic] } as never;
  };

  it.each([
    [3465, 174],
    [400, 50],
    [30, 30],
  ])("of %i packets is another sample with each seed, in blocks of %i", (events, blockEvents) => {
    const draft = draftOf(capture(events), undefined);
    expect(draft.set).toEqual({ "traffic[1].resample": { blockEvents } });
    expect(draft.seeds).toEqual({ count: 10 });
  });

  it("keeps the blocks that it has, and is the only one with any", () => {
    expect(draftOf(capture(3465, { blockEvents: 7 }), undefined).set).toBeUndefined();
    expect(draftOf({ ...(capture(10) as object), traffic: [] } as never, undefined).set).toBeUndefined();
  });
});

describe("address of a study", () => {
  const view = {
    metric: "loss",
    x: "ring",
    series: "contexts",
    y: undefined,
    fixed: { ring: 4, mode: null },
  };

  it("holds study and view", () => {
    const hash = writeStudyAddress(DRAFT, view);
    expect(readStudyAddress(hash ?? "")).toEqual({ kind: "link", study: DRAFT, view });
  });

  it("names a built-in study", () => {
    for (const { id } of BUILTIN_STUDIES)
      expect(readStudyAddress(`#sweep=${id}`)).toEqual({ kind: "builtin", id });
  });

  it.each([
    ["#sweep=nothing", "There is no study"],
    ["#sweep=1.AAAA", "the link"],
    ["#sweep=9.AAAA", "newer"],
  ])("%s is refused with a reason", (hash, reason) => {
    const read = readStudyAddress(hash);
    expect(read.kind === "bad" && read.message).toContain(reason);
  });

  it("a link that is cut says so", () => {
    const hash = writeStudyAddress(DRAFT, view) ?? "";
    const read = readStudyAddress(hash.slice(0, -6));
    expect(read.kind === "bad" && read.message).toContain("cut off");
  });

  it("gives up a search whose column is gone", () => {
    const searching = { ...DRAFT, search: { over: ["r"], goal: "minimize", of: "r" } };
    expect(axisColumns(DRAFT)).toEqual(["r", "rate"]);
    expect(withAxis(searching, 1, { field: "rate", values: "1..4" }).search).toEqual(searching.search);
    expect(withAxis(searching, 0, { field: "other", values: "1..4" }).search).toBeUndefined();
    expect(withoutAxis(searching, 0).search).toBeUndefined();
  });
});
