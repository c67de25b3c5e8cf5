/** The output of consoles: as text, and from a machine as the engine reads it. */
import { describe, expect, it } from "vitest";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { readPrograms } from "../../../web/engine/decode.ts";
import { lastLine, shownConsole } from "../../../web/ui/consoleText.ts";
import { build, openCore } from "../../boundary/support.ts";

/** 100 cycles for each character. */
const SENDING = {
  format: "irqscope-scenario",
  version: 1,
  name: "sends",
  machine: { consoles: ["first", "second"].map((name) => ({ name, line: {}, bitPerSecond: 20_000_000 })) },
  software: {
    routines: [
      {
        name: "program",
        kind: "program",
        program: {
          source: "li t0, UART1_BASE\nli t1, 'o'\nsb t1, 0(t0)\nli t1, 'k'\nsb t1, 0(t0)\nend: j end",
        },
      },
    ],
    threads: [
      {
        name: "program",
        layer: "application",
        priority: 3,
        start: { on: "always" },
        steps: [{ do: "exec", routine: "program" }],
      },
    ],
  },
};

const core = await openCore();
const shown = (...bytes: number[]) => shownConsole({ sent: bytes.length, bytes: Uint8Array.from(bytes) });

describe("the text of a console", () => {
  it("ends lines at LF and at CR LF", () => {
    expect(shown(0x61, 10, 0x62, 13, 10, 0x63).text).toBe("a\nb\nc");
  });

  it("shows control characters except tabs, and a lone CR", () => {
    expect(shown(0, 7, 13, 9, 0x7f).text).toBe("\u2400\u2407\u240d\t\u2421");
  });

  it("is decoded as UTF-8, with invalid bytes shown as replacement characters", () => {
    expect(shown(0xc3, 0xbc, 0xff).text).toBe("\u00fc\ufffd");
  });

  it("states how many characters are no longer kept", () => {
    expect(shownConsole({ sent: 7, bytes: Uint8Array.of(0x61, 0x62) })).toEqual({ text: "ab", lost: 5 });
  });
});

describe("the last line of a console", () => {
  it.each([
    ["ready\nunderrun 3\n", "underrun 3"],
    ["ready\nunder", "under"],
    ["ready\n\n  \n", "ready"],
    ["\n", ""],
    ["", ""],
  ])("is %j for %j, where a growing line counts and a blank one does not", (text, line) => {
    expect(lastLine(text)).toBe(line);
  });
});

describe("the consoles of a machine", () => {
  it("have what the program has sent so far, by number", () => {
    const result = parseScenario(SENDING);
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const machine = build(core, result.scenario);
    const consoles = () =>
      readPrograms(machine, { threads: 1, programBytes: 0, nicRings: [] })?.consoles ?? [];
    machine.step(50);
    expect(consoles().map((one) => shownConsole(one).text)).toEqual(["", ""]);
    machine.step(5000);
    expect(consoles().map((one) => shownConsole(one))).toEqual([
      { text: "", lost: 0 },
      { text: "ok", lost: 0 },
    ]);
  });
});
