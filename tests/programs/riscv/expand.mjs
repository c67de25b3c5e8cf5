// Expands the files of riscv-tests by the C preprocessor (riscv64-unknown-elf-gcc 12.2) into tests/:
//   git clone --recursive https://github.com/riscv-software-src/riscv-tests
//   node tests/programs/riscv/expand.mjs riscv-tests
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const [checkout] = process.argv.slice(2);
if (checkout === undefined) throw new Error("name the folder of riscv-tests");
const here = fileURLToPath(new URL(".", import.meta.url));
const build = mkdtempSync(join(tmpdir(), "riscv-tests-"));
copyFileSync(join(here, "environment.h"), join(build, "riscv_test.h"));
mkdirSync(join(here, "tests"), { recursive: true });

for (const suite of ["rv32ui", "rv32um", "rv32ua", "rv32uc", "rv32mi"])
  for (const file of readdirSync(join(checkout, "isa", suite)).filter((name) => name.endsWith(".S"))) {
    const source = join(checkout, "isa", suite, file);
    const options = [
      "-E",
      "-P",
      "-w",
      "-march=rv32imac",
      "-mabi=ilp32",
      `-I${build}`,
      `-I${join(checkout, "isa/macros/scalar")}`,
      `-I${join(checkout, "env")}`,
    ];
    const expand = (/** @type {readonly string[]} */ more) =>
      execFileSync("riscv64-unknown-elf-gcc", [...options, ...more, source], { encoding: "utf8" });
    const traps = /^\s*mtvec_handler:/m.test(expand([])) ? ["-DTRAPS"] : [];
    // One statement a line.
    const lines = expand(traps)
      .split("\n")
      .filter((line) => !/^\s*#/.test(line))
      .flatMap((line) => line.split(";"))
      .map((line) => line.trim())
      .filter((line) => line !== "");
    writeFileSync(join(here, "tests", `${suite}-${basename(file, ".S")}.s`), `${lines.join("\n")}\n`);
  }
rmSync(build, { recursive: true });
