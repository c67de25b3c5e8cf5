/** Programs built by scenarios/programs/c/Makefile with a library, as docs/c-programs.md describes: with
 * gcc-riscv64-unknown-elf, and with picolibc where it is installed. */
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/index.ts";
import { programSymbols } from "../../lib/programs/ends.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { build, openCore } from "../boundary/support.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const GCC = "riscv64-unknown-elf-gcc";
const works = (args: readonly string[]) => spawnSync(GCC, args, { encoding: "utf8" }).status === 0;
const HAS_COMPILER = works(["--version"]) && spawnSync("make", ["--version"]).status === 0;
const PICOLIBC = "--specs=picolibc.specs";

/** Bytes at a symbol's address when the program has ended. */
async function left(elf: Buffer, names: readonly (readonly [name: string, bytes: number])[]) {
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "library",
    machine: { nics: [] },
    software: {
      programs: { stackBytes: 2048 },
      routines: [{ name: "p", kind: "program", program: { elf: elf.toString("base64") } }],
      threads: [
        {
          name: "p",
          layer: "application",
          priority: 3,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "p" }],
        },
      ],
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const machine = build(await openCore(), parsed.scenario);
  machine.step(20_000);
  const symbols = programSymbols(placeRoutines(parsed.scenario, assembleProgram));
  return names.map(([name, bytes]) =>
    machine.programMemory((symbols.get(name) ?? 0) - SIM_PROGRAM_MEMORY_BASE, bytes),
  );
}

if (HAS_COMPILER)
  describe("the Makefile of the examples", () => {
    const folder = mkdtempSync(join(tmpdir(), "irqscope-make-"));
    cpSync(at("../../scenarios/programs/c"), folder, { recursive: true });
    afterAll(() => rmSync(folder, { recursive: true }));

    function made(name: string, settings: readonly string[]): Buffer {
      copyFileSync(at(`../fixtures/programs/c/${name}.c`), join(folder, `${name}.c`));
      const done = spawnSync("make", ["-B", `${name}.elf`, ...settings], { cwd: folder, encoding: "utf8" });
      expect(done.stderr).toBe("");
      return readFileSync(join(folder, `${name}.elf`));
    }

    it.each(["rv32im_zicsr", "rv32imac_zicsr"])(
      "links the functions of libgcc for %s",
      async (architecture) => {
        const elf = made("divide", [`ARCH=${architecture}`]);
        const [quotient, zeros, twice] = await left(elf, [
          ["quotient", 8],
          ["zeros", 4],
          ["twice", 4],
        ]);
        const view = (bytes: Uint8Array | undefined) =>
          new DataView((bytes ?? new Uint8Array()).slice().buffer);
        expect(view(quotient).getBigUint64(0, true)).toBe(1_000_000_007n / 13n);
        expect(view(zeros).getUint32(0, true)).toBe(Math.clz32(1_000_000_007 / 13));
        expect(view(twice).getFloat32(0, true)).toBe(3);
      },
    );

    if (works([PICOLIBC, "-march=rv32im", "-mabi=ilp32", "-print-libgcc-file-name"]))
      it("gives picolibc a bounded heap and a place for errno", async () => {
        const elf = made("heap", [`SPECS=${PICOLIBC}`, "LIBS=-lc -lgcc"]);
        const [text] = await left(elf, [["text", 32]]);
        expect(
          Buffer.from(text ?? [])
            .toString()
            .replace(/\0*$/, ""),
        ).toBe("42 1234567890123 7");
      });
  });
else
  it("without a compiler, the linked files use no extension beyond the base of the language", () => {
    const text = readFileSync(at("../../scenarios/programs/c/Makefile"), "utf8");
    expect(text).toContain("ABI_LIB = -march=$(firstword $(subst _, ,$(ARCH)))");
  });
