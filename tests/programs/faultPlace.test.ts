/** The place of a program when an exception ended it. */
import { expect, test } from "vitest";
import { disassemble } from "../../lib/assembler/disassemble.ts";
import { withFaultPlace } from "../../lib/metrics/faultPlace.ts";
import { findingsOf, findingText } from "../../lib/metrics/findings.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { build, openCore } from "../boundary/support.ts";

async function faultText(program: object): Promise<string | undefined> {
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "fault",
    machine: { nics: [] },
    software: {
      routines: [{ name: "r", kind: "program", program }],
      threads: [
        {
          name: "t",
          layer: "application",
          priority: 3,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "r" }],
        },
      ],
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const { scenario } = parsed;
  const machine = build(await openCore(), scenario);
  machine.step(100);
  const placed = placeRoutines(scenario, assembleProgram);
  const metrics = withFaultPlace(readMetrics(machine, scenario.machine), placed, () => disassemble);
  const [text] = findingsOf(scenario, metrics).map((finding) => findingText(finding, String));
  return text?.replace(/ in cycle.*/, "");
}

const ENDED = 'program fault: the program "r" of "t" ended by';

test.each([
  [
    "a trap",
    "start:\n  li a0, 1\n  nop\n  unimp\n",
    `${ENDED} an illegal instruction at 0x1008 (line 4, start + 8: unimp)`,
  ],
  [
    "a load by a register",
    "nop\nload: lw a0, (zero)\n".replace("lw a0, (zero)", "li t0, 2\nlw a0, (t0)"),
    `${ENDED} a misaligned load at 0x1008 (line 3, load + 4: lw a0, 0(t0))`,
  ],
  [
    "the end of the code",
    "nop\n.L1: nop",
    `${ENDED} a jump out of its code at 0x1008 (behind the last instruction, line 2: ret or ecall ends a program)`,
  ],
  [
    "a label that a compiler made, where there is no other",
    ".L1: nop\nunimp",
    `${ENDED} an illegal instruction at 0x1004 (line 2, .L1 + 4: unimp)`,
  ],
  ["nothing where there is no code", "li t0, 0x5000\njr t0", `${ENDED} a jump out of its code at 0x5000`],
])("the fault message of %s names the place", async (_, source, text) => {
  expect(await faultText({ source })).toBe(text);
});

test("fence instructions execute without a fault", async () => {
  expect(await faultText({ source: "fence\nfence rw, w\nfence.tso\nfence.i\necall" })).toBeUndefined();
});

test("a fault in words without a source shows the instruction", async () => {
  expect(await faultText({ words: [0x13, 0xc000_1073] })).toBe(
    `${ENDED} an illegal instruction at 0x1004 (unimp)`,
  );
});
