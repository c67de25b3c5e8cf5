/** Runs random harts in QEMU and in the core and compares them. Needs qemu-system-riscv32 (7.2) and gcc for
 * riscv64-unknown-elf. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCore } from "../../../boundary/support.ts";
import { COMPARED } from "./frame.ts";
import {
  assembledHart,
  comparedOf,
  digestOf,
  endOf,
  leftInCore,
  MACHINES,
  OURS,
  sourceOf,
} from "./inCore.ts";
import { createQemu, QEMU_CLINT } from "./inQemu.ts";
import { type RandomHart, randomHart } from "./randomHart.ts";

const TOLD = 100;
const QEMU = { ...QEMU_CLINT, period: 30 };

function leftInQemu(qemu: ReturnType<typeof createQemu>, hart: RandomHart): Buffer {
  const program = assembledHart(hart, QEMU);
  const isCompressed = hart.architecture === "rv32imac";
  return comparedOf(qemu({ program, end: endOf(program), isCompressed, harts: 1 }));
}

export const sourceIn = (seed: number): string => sourceOf(randomHart(seed), OURS);

/** The first words that differ, with their places in memory. */
function differences(here: Buffer, there: Buffer): readonly string[] {
  const places = COMPARED.flatMap(([from, to]) =>
    Array.from({ length: (to - from) / 4 }, (_, index) => from + 4 * index),
  );
  return places
    .map((place, index) => ({
      place,
      here: here.readUInt32LE(4 * index),
      there: there.readUInt32LE(4 * index),
    }))
    .filter((one) => one.here !== one.there)
    .slice(0, 12)
    .map(
      (one) =>
        `  +0x${one.place.toString(16)}: ${one.here.toString(16)} here, ${one.there.toString(16)} in QEMU`,
    );
}

interface Numbers {
  readonly first: number;
  readonly count: number;
  /** Number of digests in recorded.txt. */
  readonly record: number;
}

/** Whether all are equal. */
export async function compare({ first, count, record }: Numbers): Promise<boolean> {
  const core = await openCore("core_fast.wasm");
  const folder = mkdtempSync(join(tmpdir(), "irqscope-qemu-"));
  const qemu = createQemu(folder);
  const sums = { executed: 0, exceptions: 0, interrupts: 0, different: 0 };
  const digests: string[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const hart = randomHart(seed);
    const there = leftInQemu(qemu, hart);
    const here = leftInCore(core, hart, MACHINES[seed % MACHINES.length] ?? {});
    sums.executed += here.executed;
    sums.exceptions += here.exceptions;
    sums.interrupts += here.interrupts;
    if (digests.length < record) digests.push(`${seed} ${digestOf(there)}`);
    if (!here.memory.equals(there)) {
      sums.different++;
      console.log(`seed ${seed} differs:\n${differences(here.memory, there).join("\n")}`);
    }
    if ((seed - first + 1) % TOLD === 0) console.log(`${seed - first + 1} programs: ${JSON.stringify(sums)}`);
  }
  rmSync(folder, { recursive: true });
  console.log(`${count} programs from seed ${first} on: ${JSON.stringify(sums)}`);
  if (record > 0) writeFileSync(new URL("./recorded.txt", import.meta.url), `${digests.join("\n")}\n`);
  return sums.different === 0;
}
