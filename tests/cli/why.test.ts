/** `irqscope why`: its output, and what it refuses. */
import { describe, expect, test } from "vitest";
import type { Why } from "../../lib/why/why.ts";
import { testCommand } from "../support/command.ts";

const command = testCommand();
const why = (line: string) => command.run("why", ...line.split(" "));

type Answer = Why & { readonly sentences: readonly string[] };
const answer = (line: string): Answer => JSON.parse(why(`${line} --json`).output) as Answer;

describe("the chain of causes that irqscope why prints", () => {
  test("for a lost packet has adjacent cycle ranges", () => {
    const { output, errors, exitCode } = why("ring-overflow --packet 1249");
    expect({ errors, exitCode }).toEqual({ errors: "", exitCode: 0 });
    expect(output).toMatch(
      /^Packet 1,249 was lost in cycle 1,128,024\. The receive ring of eth0 had been full \(8 of 8\)/,
    );
    const lines = [...output.matchAll(/^ +([\d,]+) - ([\d,]+) {2}/gm)].map(([, from, to]) => [from, to]);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.slice(1).map(([from]) => from)).toEqual(lines.slice(0, -1).map(([, to]) => to));
    expect(lines.at(-1)?.[1]).toBe("1,128,024");
  });

  test("has in JSON clauses and sentences whose lengths sum to the delay", () => {
    const { fromCycle, toCycle, clauses, sentences } = answer("ring-overflow --packet 1249");
    expect(clauses.reduce((sum, one) => sum + one.toCycle - one.fromCycle, 0)).toBe(toCycle - fromCycle);
    expect(sentences).toHaveLength(1 + clauses.length);
  });

  test("for --drop 1 is that of the first lost packet", () => {
    const { what, number, cycle } = answer("ring-overflow --drop 1");
    expect(what).toBe("lost-packet");
    expect(answer(`ring-overflow --packet ${number}`).cycle).toBe(cycle);
  });

  test("for a finding names the waiting thread and those that ran", () => {
    const { what, thread, begins, clauses, toCycle } = answer("napi-livelock --finding 1");
    expect({ what, begins, toCycle }).toEqual({ what: "waiting-thread", begins: "cut", toCycle: 40_000_000 });
    const ran = clauses.flatMap((clause) => clause.ran?.map((one) => one.thread) ?? [clause.thread]);
    expect(ran.length).toBeGreaterThan(0);
    expect(ran).not.toContain(thread);
  });
});

describe("irqscope why refuses", () => {
  test.each([
    [
      "ring-overflow",
      "arguments: one of --packet N, --interrupt N, --drop N, --press N, --finding N and --pending KIND is needed",
    ],
    ["ring-overflow --pending clock", '--pending: must be timer or software, not "clock"'],
    ["ring-overflow --pending timer", "--pending: no timer interrupt is pending at cycle "],
    ["ring-overflow --pending timer --thread isr", '--thread: no thread "isr" is in machine mode'],
    ["ring-overflow --packet 1 --at 5", "arguments: --at and --thread need --pending"],
    ["ring-overflow --packet 1 --drop 1", "arguments: one of --packet N"],
    ["ring-overflow --packet x", '--packet: must be a whole number from 0 on, not "x"'],
    ["ring-overflow --drop 0", '--drop: must be a whole number from 1 on, not "0"'],
    ["ring-overflow --packet 99999999", "--packet: there is no packet 99999999 in this run"],
    ["ring-overflow --press 1", "--press: there is no lost press 1 in this run"],
    ["ring-overflow --finding 1", "--finding: there is no finding 1 in this run"],
    ["napi-lost-wake-up --finding 1", "--finding: finding 1 (lost-wake-up) is not a wait for a processor"],
    ["no-such-scenario --packet 1", "no-such-scenario"],
  ])("%s", (line, message) => {
    const { exitCode, output, errors } = why(line);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: "" });
    expect(errors).toContain(message);
  });
});
