/** Goals on console output and on memory: what meets them, and the message if they are not met. */
import { describe, expect, it } from "vitest";
import { LabBench } from "../../lib/labs/bench.ts";
import { checkLab } from "../../lib/labs/check.ts";
import { Grader } from "../../lib/labs/grade.ts";
import { judgeTask } from "../../lib/labs/judge.ts";
import { type Lab, labSchema } from "../../lib/labs/lab.ts";
import { applyAction, newProgress } from "../../lib/labs/progress.ts";
import { submissionOf } from "../../lib/labs/submission.ts";
import { gradesCsv } from "../../lib/labs/table.ts";
import { MESSAGES } from "../../web/text/de/index.ts";
import { translationOf } from "../../web/text/message.ts";
import { oneStepLab } from "./oneStepLab.ts";
import { core, runMachine } from "./support.ts";

const FIELD = 'software.routines["work"].program.source';
/** A character at a million baud takes 10 microseconds: 1000 cycles. */
const scenario = (period: number) => ({
  format: "irqscope-scenario",
  version: 1,
  name: "ticks",
  runCycles: 400_000,
  machine: {
    clockHertz: 100_000_000,
    nics: [],
    timers: [{ name: "tick", periodNanoseconds: period, line: { priority: 2 } }],
    consoles: [{ name: "uart", bitPerSecond: 1_000_000, line: { priority: 3 } }],
  },
  software: {
    programs: { memoryBytes: 1024 },
    routines: [{ name: "work", kind: "program", program: { source: program("", "table: .word 0, 0, 0") } }],
    threads: [
      {
        name: "t",
        layer: "application",
        priority: 3,
        start: { on: "always" },
        steps: [{ do: "exec", routine: "work" }],
      },
    ],
  },
});

/** Sends a text once. `data`: further data of the program. */
function program(text: string, data: string): string {
  return `        la   t1, text
        li   t0, UART0_BASE
next:   lbu  t2, 0(t1)
        beqz t2, done
        sb   t2, 0(t0)
        addi t1, t1, 1
        j    next
done:   j    done
        .data
        .align 2
${data}
text:   .asciz ${JSON.stringify(text)}
`;
}

function labWith(goal: object): Lab {
  return oneStepLab(
    "ticks",
    { slow: scenario(50_000), fast: scenario(10_000) },
    {
      machine: "slow",
      text: '{{run["fast"].interrupts}}',
      task: { change: [FIELD], goals: [{ text: "left behind", ...goal, points: 2 }] },
    },
  );
}

async function judged(goal: object, source: string) {
  const lab = labWith(goal);
  expect(await checkLab(lab)).toEqual([]);
  const bench = await LabBench.open(lab, 0, runMachine);
  const [step] = lab.steps;
  if (step?.task === undefined) throw new Error("no task");
  const outcome = await judgeTask(bench, step, step.task, [{ field: FIELD, value: source }]);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}

async function foundWith(goal: object, source: string) {
  const { met, findings, points } = await judged(goal, source);
  expect(points).toBe(met[0] === true ? 2 : 0);
  expect(met[0]).toBe(findings[0] === undefined);
  return findings[0];
}

const message = (text: string) => ({ machine: undefined, message: text });
const uart = (wanted: object) => ({ console: { name: "uart", ...wanted } });
const sent = (goal: object, text: string) => foundWith(goal, program(text, "table: .word 3, -1, 7"));

describe("a goal on a console", () => {
  it.each([
    [{ equals: "ticks 3\nend\n" }, "ticks 3\nend\n"],
    [{ equals: "ticks 3\nend" }, "ticks 3\r\nend\r\n"],
    [{ equals: "" }, ""],
    [{ contains: "3\nen" }, "ticks 3\r\nend"],
    [{ equals: 'ticks {{word["table"]}}' }, "ticks 3"],
    [{ contains: '{{int["table + 4"]}}, {{word["table + 8"] + 0.5}}' }, "-1, 7.5"],
  ])("%j is met by %j", async (wanted, text) => {
    // The console has a FIFO of 16. Characters that do not fit are not sent.
    expect(text.length).toBeLessThan(17);
    expect(await sent(uart(wanted), text)).toBeUndefined();
  });

  it.each([
    [{ equals: "a\nb" }, "a\nc\n", 'line 2 of console uart is "c", not "b"'],
    [{ equals: "a\nb" }, "a\n", 'line 2 of console uart is missing: "b"'],
    [{ equals: "a" }, "a\nb", 'line 2 of console uart is one too many: "b"'],
    [{ equals: "a\n\nb" }, "a\nb", 'line 2 of console uart is "b", not ""'],
    [{ equals: "a " }, "a", 'line 1 of console uart is "a", not "a "'],
    [{ equals: "1" }, "", 'line 1 of console uart is missing: "1"'],
    [{ contains: "yes" }, "", 'console uart has sent nothing, not "yes"'],
    [{ contains: "yes" }, "no\nye\n", 'console uart has not sent "yes", its last line is "ye"'],
    [{ contains: '= {{word["table"]}}' }, "= 4", 'console uart has not sent "= 3", its last line is "= 4"'],
  ])("%j is not met by %j, and the message says why", async (wanted, text, told) => {
    expect(await sent(uart(wanted), text)).toEqual(message(told));
    expect(translationOf(MESSAGES, told)).toMatch(/Konsole uart/);
  });

  it("is not compared with a text of which the console kept only the end", async () => {
    const endless = `        li   t0, UART0_BASE
next:   lbu  t1, 5(t0)
        andi t1, t1, 0x20
        beqz t1, next
        li   t1, 'x'
        sb   t1, 0(t0)
        j    next
        .data
table:  .word 0
`;
    // One character every 100 cycles, the fastest baud rate: some 4000 in all.
    const lab = labWith(uart({ equals: "x".repeat(1024) }));
    const fast = structuredClone(lab);
    fast.machines.slow = {
      title: "Slow",
      set: { 'machine.consoles["uart"].bitPerSecond': 10_000_000 },
      scenario: scenario(50_000),
    };
    const bench = await LabBench.open(fast, 0, runMachine);
    const [step] = fast.steps;
    if (step?.task === undefined) throw new Error("no task");
    const outcome = await judgeTask(bench, step, step.task, [{ field: FIELD, value: endless }]);
    expect(outcome).toMatchObject({ met: [false] });
    expect(outcome.ok && outcome.findings[0]?.message).toMatch(
      /^console uart has sent \d{4} characters, and only the last 1024 are kept$/,
    );
  });
});

describe("a goal on memory", () => {
  const left = (memory: object, data: string) => foundWith({ memory }, program("", data));

  it.each([
    [{ at: "table", words: [3, -1, 7] }],
    [{ at: "table", words: [3, 4_294_967_295, '2 * word["table"] + 1'] }],
    [{ at: "table + 4", words: ['-word["table"] + 2', 7] }],
    [{ at: "0x20000008", words: [7] }],
  ])("%j is met", async (memory) => {
    expect(await left(memory, "table: .word 3, -1, 7")).toBeUndefined();
  });

  it.each([
    [
      { at: "table", words: [3, -1] },
      "table: .word 3, 1",
      "the word at table + 4 is 1 (0x00000001), not -1 (0xffffffff)",
    ],
    [
      { at: "table + 4", words: [0, "interrupts - interrupts + 2.5"] },
      "table: .word 9, 0, 2",
      "the word at table + 8 is 2 (0x00000002), not 2.5",
    ],
    [{ at: "table", words: [1] }, "other: .word 1", "no program has the label table"],
    [{ at: "0x20000ffc", words: [1] }, "table: .word 1", "0x20000ffc is not in the memory of programs"],
  ])("%j is not met by %j, and the message says why", async (memory, data, told) => {
    expect(await left(memory, data)).toEqual(message(told));
    expect(translationOf(MESSAGES, told)).toBeDefined();
  });
});

describe("a goal on other machines", () => {
  const goal = (wanted: string) => ({ memory: { at: "table", words: [wanted] }, alsoOn: ["fast"] });

  it("requires the right result there of the same program", async () => {
    // 400,000 cycles have 80 ticks of 5000 and 400 of 1000, so a constant for one machine is wrong on the other.
    expect(
      await foundWith(goal("runCycles / (5 * 10 * 100 cycles)"), program("", "table: .word 80")),
    ).toBeUndefined();
    expect(
      await foundWith(
        goal('runCycles / (machine.timers["tick"].periodNanoseconds * clock)'),
        program("", "table: .word 80"),
      ),
    ).toEqual({
      machine: "fast",
      message: "the word at table is 80 (0x00000050), not 400 (0x00000190)",
    });
  });

  it.each([
    [{ equals: "a", on: { fast: "b" } }, "a", 'line 1 of console uart is wrong: "a"'],
    [{ equals: "a", on: { fast: "a\nb" } }, "a", "line 2 of console uart is missing"],
    [{ equals: "a\nb", on: { fast: "a" } }, "a\nb", 'line 2 of console uart is one too many: "b"'],
    [
      { contains: "a", on: { fast: "b" } },
      "a",
      'console uart has not sent the expected text; its last line is "a"',
    ],
  ])(
    "%j: %j is right here and wrong there, and the message does not reveal the expected text",
    async (wanted, text, told) => {
      const found = await sent({ ...uart(wanted), alsoOn: ["fast"] }, text);
      expect(found).toEqual({ machine: "fast", message: told });
      expect(translationOf(MESSAGES, told)).toMatch(/Konsole uart/);
    },
  );

  it("has its own words by machine, or else those of the goal", async () => {
    const words = (on: object) => ({ memory: { at: "table", words: [3], on }, alsoOn: ["fast"] });
    const data = "table: .word 3";
    expect(await foundWith(words({}), program("", data))).toBeUndefined();
    expect(await foundWith(words({ fast: ["1 + 2"] }), program("", data))).toBeUndefined();
    const told = "the word at table is wrong: 3 (0x00000003)";
    expect(await foundWith(words({ fast: [4] }), program("", data))).toEqual({
      machine: "fast",
      message: told,
    });
    expect(translationOf(MESSAGES, told)).toMatch(/Wort bei table/);
  });

  it("names an unmet condition", async () => {
    const condition = 'machine.timers["tick"].periodNanoseconds > 20 us';
    expect(await foundWith({ goal: condition, alsoOn: ["fast"] }, program("", "table: .word 1"))).toEqual({
      machine: "fast",
      message: "the condition does not hold",
    });
  });
});

it("missed goals are in the grades, in JSON and CSV", async () => {
  const lab = labWith(uart({ equals: "ticks 3" }));
  const bench = await LabBench.open(lab, 0, runMachine);
  const [step] = lab.steps;
  if (step?.task === undefined) throw new Error("no task");
  const changes = [{ field: FIELD, value: program("ticks 4", "table: .word 0") }];
  const outcome = await judgeTask(bench, step, step.task, changes);
  if (!outcome.ok) throw new Error(outcome.message);
  const progress = applyAction(newProgress(lab, 0), { do: "tried", step, changes, judged: outcome });
  const grader = new Grader({ labOf: async () => lab, runMachine, model: core.version });
  const result = await grader.grade("a.json", JSON.stringify(submissionOf(lab, progress, core.version)));
  const told = 'line 1 of console uart is "ticks 4", not "ticks 3"';
  expect(result).toMatchObject({
    status: "graded",
    score: 0,
    tasks: [{ step: "write", findings: [{ goal: "left behind", machine: undefined, message: told }] }],
  });
  const [head = "", row = ""] = gradesCsv(await grader.withCopies([result])).split("\r\n");
  expect(head.split(",").at(-5)).toBe("missed");
  expect(row).toContain(`"write: ${told.replaceAll('"', '""')}"`);
});

describe("a goal of a lab is refused", () => {
  it.each([
    [{}, "steps[0].task.goals[0]", "needs one of goal, console, memory, registers and nearBest"],
    [
      { goal: "interrupts > 0", ...uart({ equals: "a" }) },
      "steps[0].task.goals[0]",
      "needs one of goal, console, memory, registers and nearBest",
    ],
    [{ console: { name: "tty", equals: "a" } }, "steps[0].task.goals[0].console.name", "no console tty"],
    [uart({}), "steps[0].task.goals[0].console", "needs one of equals, contains and as"],
    [
      uart({ equals: "{{nothing.there}}" }),
      "steps[0].task.goals[0].console.equals",
      expect.stringMatching(/^nothing\.there: /),
    ],
    [
      { memory: { at: "table - 4", words: [1] } },
      "steps[0].task.goals[0].memory.at",
      "must be a label or an address, as in sum + 4",
    ],
    [
      { memory: { at: "nowhere", words: [1] } },
      "steps[0].task.goals[0].memory.at",
      "no program has the label nowhere",
    ],
    [
      { memory: { at: "table", words: ["interrupts > 3"] } },
      "steps[0].task.goals[0].memory.words[0]",
      expect.stringMatching(/is a condition/),
    ],
    [
      { memory: { at: "table", words: [1], on: { fast: [2] } } },
      "steps[0].task.goals[0].memory.on",
      "alsoOn does not name fast",
    ],
    [
      { memory: { at: "table", words: [1], on: { fast: ["interrupts > 3"] } }, alsoOn: ["fast"] },
      "steps[0].task.goals[0].alsoOn",
      expect.stringMatching(/^fast: .*is a condition/),
    ],
    [
      { goal: 'thread["u"].cycles > 0', alsoOn: ["fast"] },
      "steps[0].task.goals[0].alsoOn",
      expect.stringMatching(/^fast: /),
    ],
  ])("%j", async (goal, field, told) => {
    expect(await checkLab(labWith(goal))).toContainEqual({ field, message: told });
  });

  it.each([
    [{ memory: { at: "table", words: [2 ** 32] } }],
    [{ memory: { at: "table", words: [0.5] } }],
    [{ memory: { at: "table", words: [] } }],
    [uart({ contains: "" })],
    [uart({ equals: "x".repeat(1025) })],
    [uart({ equals: "\u0007" })],
    [uart({ equals: "a", says: "b" })],
    [uart({ equals: "a", on: { fast: "" } })],
    [{ memory: { at: "table", words: [1], on: { fast: [] } } }],
  ])("%j, which is no goal", (goal) => {
    const lab = structuredClone(labWith({ goal: "interrupts > 0" }));
    const steps = lab.steps.map((step) => ({
      ...step,
      task: { ...step.task, goals: [{ text: "g", ...goal }] },
    }));
    expect(labSchema.safeParse({ ...lab, steps }).success).toBe(false);
  });
});
