/** The text that a sweep leaves on a terminal, where rows and progress share the screen. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { command } from "../../cli/commands/sweep.ts";
import { MachineRefused } from "../../cli/machinePool.ts";
import { Progress } from "../../cli/progress.ts";
import { type Outcome, runToOutcome } from "../../lib/papers/outcome.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { openCore } from "../boundary/support.ts";

let outcomeOf: (scenario: Scenario) => Outcome;

/** The runs end one after another, each in its own turn. */
vi.mock(import("../../cli/machinePool.ts"), async (original) => {
  const actual = await original();
  class Pool extends actual.MachinePool {
    #last: Promise<unknown> = Promise.resolve();

    override run(scenario: Scenario): Promise<Outcome> {
      const one = this.#last.then(() => setImmediate()).then(() => outcomeOf(scenario));
      this.#last = one.catch(() => undefined);
      return one;
    }
  }
  return { ...actual, MachinePool: Pool };
});

const core = await openCore();
const folder = mkdtempSync(join(tmpdir(), "irqscope-terminal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let written = "";
const wasTerminal = process.stderr.isTTY;

beforeEach(() => {
  written = "";
  process.stderr.isTTY = true;
  outcomeOf = (scenario) => {
    const outcome = runToOutcome(core, scenario, 0);
    if (outcome === undefined) throw new Error("stopped");
    return outcome;
  };
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((text, ...rest: unknown[]) => {
      written += String(text);
      const done = rest.at(-1);
      if (typeof done === "function") done();
      return true;
    });
});

afterEach(() => {
  vi.restoreAllMocks();
  process.stderr.isTTY = wasTerminal;
});

const CLEAR_TO_END = "\u001b[K";

/** The text that is visible at the end. */
function screen(): string {
  return written
    .split("\n")
    .map((line) => {
      const cells: string[] = [];
      let at = 0;
      for (const character of line.replaceAll(CLEAR_TO_END, "\f")) {
        if (character === "\r") at = 0;
        else if (character === "\f") cells.length = at;
        else cells[at++] = character;
      }
      return cells.join("");
    })
    .join("\n");
}

const SWEEP = ["ring-overflow", "--show", "interrupts", "--set", "runCycles=1000..12000+1000"];
const HASH = /[0-9a-f]{16}/g;

test("the progress line leaves the printed JSON complete", async () => {
  expect(await command.run([...SWEEP, "--json"])).toBe(0);
  expect(written).toContain("of 12 runs");
  const { runs, complete } = JSON.parse(screen());
  expect({ runs: runs.length, complete }).toEqual({ runs: 12, complete: true });
});

test("the progress line is never in front of a row", async () => {
  const file = join(folder, "rows.csv");
  expect(await command.run([...SWEEP, "--csv", file])).toBe(0);
  expect(written).toContain("of 12 runs");
  const lines = screen().replace(HASH, "HASH").split("\n");
  expect(lines).toHaveLength(14);
  for (const line of lines.slice(1, 13)) expect(line).toMatch(/^ *\d+ +\d+ +HASH$/);
  expect(lines[13]).toBe("");
});

test("hidden progress is counted but not shown", () => {
  const progress = new Progress(3, "runs");
  progress.hide();
  written = "";
  progress.advance();
  expect(written).toBe("");
  progress.show();
  expect(written).toBe("\r1 of 3 runs");
});

test("a broken invariant is reported even if a later machine is refused", async () => {
  const good = outcomeOf;
  outcomeOf = (scenario) => {
    if (scenario.runCycles > 2000) throw new MachineRefused("too much of something");
    return { ...good(scenario), brokenLaw: scenario.runCycles === 1000 ? 7 : 0 };
  };
  const sweep = command.run([...SWEEP.slice(0, -1), "runCycles=1000,2000,3000"]);
  await expect(sweep).rejects.toThrow("--set: runCycles=3000: too much of something");
  expect(screen()).toContain("check failed: runCycles=1000: law 7 of docs/model.md does not hold\n");
});
