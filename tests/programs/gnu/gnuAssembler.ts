/** Assembles sources with the real GNU as, linked to the code and data addresses of a machine. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type GnuResult =
  | { readonly ok: false; readonly complaint: string }
  | { readonly ok: true; readonly isWarned: boolean; readonly text: string; readonly data: string };

/** `prefix`: prefix of the programs' names, such as riscv64-unknown-elf-. */
export function createGnuAssembler(prefix: string) {
  const folder = mkdtempSync(join(tmpdir(), "irqscope-as-"));
  const at = (name: string) => join(folder, name);
  const run = (tool: string, args: readonly string[]) =>
    spawnSync(`${prefix}${tool}`, args, { encoding: "utf8", timeout: 20_000 });
  const bytesOf = (section: string) => {
    rmSync(at("bytes"), { force: true });
    writeFileSync(at("bytes"), "");
    run("objcopy", ["-O", "binary", "-j", section, at("x.elf"), at("bytes")]);
    return readFileSync(at("bytes")).toString("hex");
  };
  return {
    assemble(source: string, architecture = "rv32im_zicsr_zifencei"): GnuResult {
      writeFileSync(at("x.s"), source);
      const made = run("as", [`-march=${architecture}`, "-mabi=ilp32", at("x.s"), "-o", at("x.o")]);
      if (made.status !== 0) return { ok: false, complaint: made.stderr };
      // Far from everything, so that no access becomes relative to it.
      const noGlobalPointer = "--defsym=__global_pointer$=0x80000000";
      const places = ["-Ttext=0x1000", "-Tdata=0x20000000", noGlobalPointer];
      const linked = run("ld", ["-m", "elf32lriscv", "-e", "0", ...places, at("x.o"), "-o", at("x.elf")]);
      if (linked.status !== 0) return { ok: false, complaint: linked.stderr };
      return { ok: true, isWarned: made.stderr !== "", text: bytesOf(".text"), data: bytesOf(".data") };
    },
    end: () => rmSync(folder, { recursive: true }),
  };
}
