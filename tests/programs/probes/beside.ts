/** Runs the probes in QEMU, and writes to recorded.txt which of them leave there the specified result. Needs
 * qemu-system-riscv32 (7.2) and gcc for riscv64-unknown-elf. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createQemu, QEMU_CLINT } from "../qemu/suite/inQemu.ts";
import { assembledProbes, PROBE_FILES, type Probe, resultsIn } from "./probes.ts";

const QEMU = { ...QEMU_CLINT, firstHart: 1 };
const RECORDED = new URL("./recorded.txt", import.meta.url);
const DIGEST_CHARACTERS = 8;

/** Probes without a device that QEMU lacks. */
export const BESIDE_QEMU = PROBE_FILES.filter(({ consoles, cards }) => consoles + cards === 0);

/** Digest of all that the probe executes. */
export const digestOf = ({ source, second = "" }: Probe): string =>
  createHash("sha256").update(`${source}\n${second}`).digest("hex").slice(0, DIGEST_CHARACTERS);

/** By its digest, whether a probe left the required result in QEMU. */
export const recorded = (): ReadonlyMap<string, boolean> =>
  new Map(
    readFileSync(RECORDED, "utf8")
      .trim()
      .split("\n")
      .map((line) => {
        const [digest = "", outcome] = line.split(" ");
        return [digest, outcome === "same"];
      }),
  );

export function record(): void {
  const folder = mkdtempSync(join(tmpdir(), "irqscope-probes-"));
  const qemu = createQemu(folder);
  const lines = BESIDE_QEMU.flatMap((file) => {
    const program = assembledProbes(file, QEMU);
    const end = program.symbols.get("done");
    if (end === undefined) throw new Error(`${file.name} has no end`);
    const memory = qemu({ program, end, isCompressed: file.architecture.endsWith("c"), harts: file.harts });
    return resultsIn(memory, file, program.symbols).map(({ expected, came }, index) => {
      const probe = file.probes[index];
      if (probe === undefined) throw new Error("no probe");
      const isSame = `${expected}` === `${came}`;
      if (!isSame) console.log(`${file.name}: ${probe.name}: ${came} instead of ${expected}`);
      return `${digestOf(probe)} ${isSame ? "same" : "differs"} ${file.name}: ${probe.name}`;
    });
  });
  writeFileSync(RECORDED, `${lines.join("\n")}\n`);
  rmSync(folder, { recursive: true });
}
