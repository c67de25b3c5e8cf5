/** The lines that the arrow from the cards to the interrupt controller shows. */
import { describe, expect, it } from "vitest";
import type { MachineInfo } from "../../../../web/simulate/stage/machineInfo.ts";
import { asks } from "../../../../web/simulate/stage/nics.ts";
import { line } from "./fixture.ts";

function facts(...cards: readonly (readonly number[])[]): Pick<MachineInfo, "nics"> {
  const coalescing = { frames: 1, absoluteNanoseconds: 0, packetNanoseconds: 0, throttleNanoseconds: 0 };
  return {
    nics: cards.map((lines, index) => ({
      name: `eth${index}`,
      lineRateBitPerSecond: undefined,
      receive: "ring",
      isOffered: true,
      rings: lines.map((one) => ({ frames: 16, line: one, coalescing })),
      txQueueFrames: 0,
      txQueueBytes: 0,
      txBuffers: 0,
      merges: false,
      flowControl: false,
      fifoBytes: 0,
    })),
  };
}

const clear = line();
const pending = line({ pending: true });
const masked = line({ pending: true, masked: true });

describe("the stage's arrow from a card", () => {
  it("shows the card's own lines, not those of a timer or another card", () => {
    const two = facts([0, 1], [2]);
    expect(asks({ lines: [clear, clear, clear, pending] }, two, 0)).toBe(false);
    expect(asks({ lines: [clear, clear, pending, clear] }, two, 0)).toBe(false);
    expect(asks({ lines: [clear, clear, pending, clear] }, two, 1)).toBe(true);
    expect(asks({ lines: [clear, pending, clear, clear] }, two, 0)).toBe(true);
    expect(asks({ lines: [clear, masked, clear, clear] }, two, 0)).toBe(false);
  });

  it("shows the lines of any device if there is no card", () => {
    expect(asks({ lines: [clear, pending] }, facts(), 0)).toBe(true);
    expect(asks({ lines: [clear, masked] }, facts(), 0)).toBe(false);
  });

  it("shows at rates whether a line was raised", () => {
    const lines = [clear, pending];
    expect(asks({ lines }, facts([0]), 0, { lines: [0, 50] })).toBe(false);
    expect(asks({ lines }, facts([0]), 0, { lines: [50, 0] })).toBe(true);
  });
});
