/** Random harts leave the same memory in the core as in QEMU: recorded.txt has digests of QEMU's memory by seed,
 * written by suite.mjs. With riscv64-unknown-elf-gcc and qemu-system-riscv32, suite.mjs runs any other seeds and
 * prints the differences. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { CoreModule } from "../../../../core-wasm/binding/index.ts";
import { openCore } from "../../../boundary/support.ts";
import { long } from "../../../support/long.ts";
import { LOG_AT, LOG_ENTRY_BYTES, MEMORY_BYTES } from "./frame.ts";
import { digestOf, type Left, leftInCore, MACHINES } from "./inCore.ts";
import { randomHart } from "./randomHart.ts";

const RECORDED = readFileSync(new URL("./recorded.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [seed = "", digest = ""] = line.split(" ");
    return { seed: Number(seed), digest };
  });
/** Number of harts in the short list. */
const SHORT_COUNT = 16;
const CAUSES = [0, 1, 2, 3, 4, 5, 6, 7, 11, 0x8000_0003];

/** The traps logged by handlers, and 0 in the unused room. */
const causesOf = ({ memory }: Left): ReadonlySet<number> => {
  const log = memory.subarray(memory.length - (MEMORY_BYTES - LOG_AT));
  return new Set(
    Array.from({ length: log.length / LOG_ENTRY_BYTES }, (_, at) => log.readUInt32LE(at * LOG_ENTRY_BYTES)),
  );
};

describe("random harts in QEMU", () => {
  let cores: readonly CoreModule[];
  const causes = new Set<number>();
  let interrupts = 0;
  let runs = 0;
  beforeAll(async () => {
    cores = await Promise.all([openCore("core.wasm"), openCore("core_fast.wasm")]);
  });

  const expectTheSame = ({ seed, digest }: (typeof RECORDED)[number]) => {
    const core = cores[seed % cores.length];
    if (core === undefined) throw new Error("no core");
    const left = leftInCore(core, randomHart(seed), MACHINES[seed % MACHINES.length] ?? {});
    expect(digestOf(left.memory)).toBe(digest);
    for (const cause of causesOf(left)) causes.add(cause);
    interrupts += left.interrupts;
    runs += 1;
  };
  it.each(RECORDED.slice(0, SHORT_COUNT))("leave the same state as the core, seed $seed", expectTheSame);
  it.each(RECORDED.slice(SHORT_COUNT))(
    "leave the same state as the core, seed $seed",
    long("Other random harts than the first 32 may differ; 68 harts take 7 s of CPU."),
    expectTheSame,
  );

  it("take exceptions of every kind and interrupts", () => {
    expect([...causes].filter((cause) => CAUSES.includes(cause)).sort((a, b) => a - b)).toEqual(CAUSES);
    expect(interrupts).toBeGreaterThan(runs);
  });
});
