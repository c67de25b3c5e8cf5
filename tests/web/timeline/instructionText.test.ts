import { describe, expect, it } from "vitest";
import type { Operation } from "../../../web/engine/protocol.ts";
import { instructionText, pcShortText, pcText, rowText } from "../../../web/ui/instructionText.ts";

const operands = (operation: Operation, destination: number, source1: number, source2: number) => ({
  operation,
  destination,
  source1,
  source2,
});

describe("the text of an instruction", () => {
  it.each([
    [operands("alu", 5, 5, 7), "add r5,r5,r7"],
    [operands("load", 7, 2, 0), "ld r7,[r2]"],
    [operands("store", 0, 1, 3), "st r3,[r1]"],
    [operands("branch", 0, 4, 0), "bne r4,.."],
    [operands("branch", 0, 4, 5), "bne r4,r5,.."],
    [operands("multiply", 2, 3, 4), "mul r2,r3,r4"],
    [operands("none", 0, 0, 0), "TLB refill"],
  ])("%j is shown as %s", (instruction, text) => {
    expect(instructionText(instruction)).toBe(text);
  });

  it("names entry steps and moved registers", () => {
    const none = operands("none", 0, 0, 0);
    expect(rowText({ ...none, kind: "entry-step", entryStep: 4 })).toBe("push PC");
    expect(rowText({ ...none, kind: "save", entryStep: 0 })).toBe("save registers");
    expect(rowText({ ...none, kind: "restore", entryStep: 0 })).toBe("restore registers");
    expect(rowText({ ...operands("store", 0, 30, 3), kind: "save", entryStep: 0 })).toBe("st r3,[r30]");
    expect(rowText({ ...operands("alu", 1, 2, 3), kind: "instruction", entryStep: 0 })).toBe("add r1,r2,r3");
  });

  it("groups the digits of addresses with a non-breaking space", () => {
    expect(pcText(0x18f2c)).toBe("0x0001\u00a08f2c");
    expect(pcText(0xffffffff)).toBe("0xffff\u00a0ffff");
    expect(pcShortText(0x18f2c)).toBe("8f2c");
  });
});
