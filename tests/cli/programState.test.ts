/** `irqscope run --registers --memory --console --at` and `irqscope profile`: their output, and what they refuse. */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { testCommand } from "../support/command.ts";

const command = testCommand();
const run = (line: string) => command.run(...line.split(" "));

interface State {
  readonly cycle: number;
  readonly threads: readonly { readonly thread: string; readonly registers: Record<string, number> }[];
  readonly memory: readonly { readonly address: number; readonly bytes: readonly number[] }[];
}
const states = (line: string) => (command.json(...line.split(" ")) as { states: readonly State[] }).states;

describe("irqscope registers and memory", () => {
  test("are printed at two cycles, with the changes", () => {
    const line = "run checksum-program --registers --memory frames:4 --at 9000 --at 3000";
    const { output, exitCode } = run(line);
    expect(exitCode).toBe(0);
    const [, first = "", second = ""] = output.split(/^programs at cycle /m);
    expect(first).toMatch(/^3,000\n/);
    expect(first).not.toContain("*");
    expect(first).toMatch(
      /^application: pc 0x00001018 \(count steps, line 8, beqz t2, even\), 57 instructions$/m,
    );
    expect(second).toMatch(/^9,000\n/);
    // Frames are counted: a0 counts steps, and a1 stays.
    expect(second).toMatch(/0x20000010 {2}02\*00 00 00/);
    expect(second).toMatch(/a0 {3}0x[0-9a-f]{8}\*/);
    expect(second).toMatch(/^application.*\n(.*\n)*?.*a1 {3}0x00000000 /m);
  });

  test("are printed as JSON by name or address", () => {
    const [one] = states("run checksum-program --memory 0x20000010:4 --at 9000");
    const [other] = states("run checksum-program --memory frames:4 --at 9000");
    expect(one).toEqual(other);
    expect(one).toMatchObject({
      cycle: 9000,
      threads: [],
      memory: [{ address: 0x2000_0010, bytes: [2, 0, 0, 0] }],
    });
  });

  test("include the PLIC, from the press of a button to its completion", () => {
    const path = fileURLToPath(new URL("../../scenarios/programs/plic-devices.json", import.meta.url));
    const line = `run ${path} --registers`;
    const { output } = run(`${line} --at 5001 --at 5060 --at 5200`);
    const [, pressed = "", claimed = "", completed = ""] = output.split(/^programs at cycle /m);
    // Recognised at the end of cycle 5000, in which the button is pressed.
    expect(pressed).toMatch(/^ {2}PLIC sources: enabled 1 2 3, pending 2, claimed none; threshold 0$/m);
    expect(pressed).toMatch(/ mip {7}0x00000800/);
    expect(claimed).toMatch(/^ {2}PLIC sources: enabled 1 2 3, pending none, claimed 2; threshold 7$/m);
    expect(claimed).toMatch(/ mcause {4}0x8000000b /);
    expect(completed).toMatch(/^ {2}PLIC sources: enabled 1 2 3, pending none, claimed none; threshold 0$/m);
    const [state] = states(`${line} --at 5001`);
    expect(state?.threads[0]).toMatchObject({
      csrs: { mip: 0x800 },
      plic: { enabled: [1, 2, 3], threshold: 0, pending: [2], claimed: [] },
    });
  });

  test("are printed after the results of a run", () => {
    const { output } = run("run checksum-program --cycles 9000 --memory frames:4");
    expect(output).toMatch(/^state hash [0-9a-f]{16}\n(.*\n)+\nprograms at cycle 9,000\n/m);
    const [state] = states("run checksum-program --cycles 9000 --registers");
    expect(state?.threads.map(({ thread }) => thread)).toEqual(["application", "Driver ISR"]);
    expect(state?.threads[0]?.registers).toMatchObject({ zero: 0, ra: 0xffff_fffc, t1: 1 });
  });

  test.each([
    ["--at 5", "--at: says when, --registers, --memory or --console say what"],
    ["--memory 0x1000", "--memory: 0x1000 is not in the memory of programs: 0x20000000 to 0x20000220"],
    ["--memory nothing", '--memory: must be ADDRESS or ADDRESS:BYTES, not "nothing"'],
    ["--memory 0x20000000:1:2", '--memory: must be ADDRESS or ADDRESS:BYTES, not "0x20000000:1:2"'],
    ["--memory frames:600", "--memory: frames:600 is not in the memory of programs"],
    ["--registers --at 3000000", "--at: must be a whole number from 0 to 2000000"],
  ])("refuses %s", (flags, reason) => {
    const { errors, exitCode, output } = run(`run checksum-program ${flags}`);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: "" });
    expect(errors).toContain(`error: ${reason}`);
  });

  test("refuse a scenario without a program", () => {
    expect(run("run ring-overflow --registers").errors).toBe(
      'error: ring-overflow: software.routines: has no routine of kind "program"\n',
    );
  });
});

describe("irqscope profile", () => {
  test("prints functions and lines by descending cycles", () => {
    const { output, exitCode } = run("profile checksum-program --cycles 20000 --lines 3");
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^programs: 19,816 cycles, 14,046 instructions in cycles 0 to 20,000$/m);
    expect(output).toMatch(
      /^checksum +checksum +1,288 +6\.50 % +864 +1\.49 +424 +branch 272, load-use 136, fill 16$/m,
    );
    expect(output.split("\n").filter((line) => /^[a-z ]+:\d+ /.test(line))).toHaveLength(3);
  });

  test("can be limited to one thread, or begin at a cycle", () => {
    const json = (line: string) => command.json(...line.split(" ")) as { total: { instructions: number } };
    const all = json("profile checksum-program --cycles 20000").total.instructions;
    const late = json("profile checksum-program --cycles 20000 --from 10000").total.instructions;
    const early = json("profile checksum-program --cycles 10000").total.instructions;
    expect(Math.abs(early + late - all)).toBeLessThanOrEqual(5);
    const isr = command.json("profile", "checksum-program", "--cycles", "20000", "--thread", "Driver ISR");
    expect(isr).toMatchObject({ total: { cycles: 1288, instructions: 864 } });
  });

  test.each([
    ["ring-overflow", 'ring-overflow: software.routines: has no routine of kind "program"'],
    ["checksum-program --thread nobody", '--thread: "nobody" is none of "application", "Driver ISR"'],
    ["checksum-program --from 3000000", "--from: must be a whole number from 0 to 1999999"],
  ])("refuses %s", (line, reason) => {
    const { errors, exitCode } = run(`profile ${line}`);
    expect(exitCode).toBe(2);
    expect(errors).toContain(reason);
  });
});

describe("irqscope console output", () => {
  const SCENARIO = {
    format: "irqscope-scenario",
    version: 1,
    name: "talks",
    runCycles: 20_000,
    machine: { nics: [], consoles: [{ name: "terminal", line: {}, bitPerSecond: 20_000_000 }] },
    software: {
      routines: [
        {
          name: "talk",
          kind: "program",
          program: {
            source: `
        la   s0, text
        li   s1, UART0_BASE
next:   lbu  t0, 0(s0)
        beqz t0, done
wait:   lbu  t1, 5(s1)
        andi t1, t1, UART_LSR_THRE
        beqz t1, wait
        sb   t0, 0(s1)
        addi s0, s0, 1
        j    next
done:   ret
        .data
text:   .asciz "hello\\nw\\303\\266rld\\033[2J\\n"`,
          },
        },
      ],
      threads: [
        {
          name: "talk",
          layer: "application",
          priority: 3,
          start: { on: "always" },
          steps: [
            { do: "exec", routine: "talk" },
            { do: "sleep", cycles: 1_000_000 },
          ],
        },
      ],
    },
  };
  const talks = () => command.file("talks.json", JSON.stringify(SCENARIO));

  test("has the sent characters, with terminal control characters escaped", () => {
    const { output, exitCode, errors } = run(`run ${talks()} --console`);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: "" });
    expect(output).toMatch(
      /^terminal: 17 characters sent, the last at cycle [\d,]+\n {2}hello\n {2}wörld\\x1b\[2J\n*$/m,
    );
  });

  test("is printed at given cycles, and as JSON", () => {
    const { output } = run(`run ${talks()} --console --at 10 --at 20000`);
    expect(output).toMatch(/^programs at cycle 10\n\nterminal: nothing sent\n\nprograms at cycle 20,000\n/);
    const { states: told } = command.json("run", talks(), "--console", "--at", "20000") as {
      states: readonly object[];
    };
    expect(told).toMatchObject([
      { threads: [], consoles: [{ console: "terminal", sent: 17, text: "hello\nwörld\u001b[2J\n" }] },
    ]);
  });

  test("is refused for a machine without a console", () => {
    expect(run("run checksum-program --console").errors).toBe(
      "error: checksum-program: machine.consoles: has none\n",
    );
  });
});

describe("a thread in machine mode", () => {
  test("has its control and status registers in the text", () => {
    const { output } = run("run handler-own-context --registers --at 1000 --at 1600");
    const [, first = "", second = ""] = output.split(/^programs at cycle /m);
    // The source sets lines of mline and mie, MIE, and the layer driver-isr, which the trap sets too. A tick comes
    // every 500 cycles.
    expect(first).toMatch(/^ {2}mstatus +0x000018[08]8 {3}mie +0x00010000 {3}mip +0x00000000 {3}mtvec /m);
    expect(first).toMatch(/mline +0x00000001 {3}mlayer +0x00000303 {3}mcycle +0x000003e8 {3}mcycleh /);
    expect(second).toMatch(/mcycle +0x00000640\* /);
    expect(second).toMatch(/mie +0x00010000 {3}/);
    expect(first).toMatch(/^ {2}traps: interrupts 1, exceptions 0, waits \(wfi\)$/m);
    expect(second).toMatch(/^ {2}traps: interrupts 3, exceptions 0, waits \(wfi\)$/m);
  });

  test("has its control and status registers in JSON", () => {
    const [state] = states("run handler-own-context --registers --at 1600");
    expect(state?.threads).toMatchObject([
      { thread: "application", csrs: { mie: 0, mtimecmp: 0xffff_ffff, mtimecmph: 0xffff_ffff } },
      { thread: "handler", csrs: { mie: 0x1_0000, mline: 1 }, interrupts: 3, waits: true, stopped: false },
    ]);
  });

  test("is the only kind of thread with these registers", () => {
    expect(run("run checksum-program --registers --at 3000").output).not.toMatch(/mstatus|traps/);
  });
});
