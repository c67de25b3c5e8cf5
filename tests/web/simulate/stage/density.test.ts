import { describe, expect, it } from "vitest";
import { type Column, tightened } from "../../../../web/simulate/stage/useStageRoom.ts";

const column = (neededPx: number, change: Partial<Column> = {}): Column => ({
  topPx: 24,
  heightPx: 400,
  neededPx,
  level: 0,
  ...change,
});

describe("columns of the stage", () => {
  it("are unchanged if all fit", () => {
    expect(tightened([column(400), column(300), column(200)], 0)).toBeUndefined();
    expect(tightened([column(400), column(300), column(200)], 1)).toBeUndefined();
  });

  it("become denser one by one, those higher than the room", () => {
    expect(tightened([column(400), column(300), column(200)], 50)).toEqual([1, 0, 0]);
    expect(tightened([column(400), column(390), column(350)], 50)).toEqual([1, 1, 0]);
  });

  it("scroll at the greatest density", () => {
    const dense = column(400, { level: 3 });
    expect(tightened([dense, column(300), column(200)], 50)).toBeUndefined();
    expect(tightened([dense, column(380, { level: 1 }), column(200)], 50)).toEqual([3, 2, 0]);
  });

  it("become denser together if they are below each other", () => {
    const below = column(200, { topPx: 300, heightPx: 200 });
    expect(tightened([column(250), column(250), below], 20)).toEqual([1, 1, 1]);
  });
});
