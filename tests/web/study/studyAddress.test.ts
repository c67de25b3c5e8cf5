import { describe, expect, it } from "vitest";
import { BUILTIN_STUDIES } from "../../../scenarios/studies/index.ts";
import { readStudyAddress, writeStudyAddress } from "../../../web/study/studyPage.ts";

const DRAFT = { name: "x", axes: [{ kind: "field", field: "ring", name: "r", values: [4, 8] }] };

describe("the address of a study", () => {
  const view = {
    metric: "loss",
    x: "ring",
    series: "contexts",
    y: undefined,
    fixed: { ring: 4, mode: null },
  };

  it("contains study and view", () => {
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

  it("is refused as truncated if it is", () => {
    const hash = writeStudyAddress(DRAFT, view) ?? "";
    const read = readStudyAddress(hash.slice(0, -6));
    expect(read.kind === "bad" && read.message).toContain("cut off");
  });
});
