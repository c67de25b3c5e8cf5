/** The assembler against GNU as. programs.txt has the output of GNU binutils 2.40 (-march=rv32im_zicsr_zifencei) for random
 * programs, linked with .text at 0x1000 and .data at 0x20000000. The assembler gives the same bytes, or refuses the
 * program.
 *
 * To compare other programs with the installed GNU as (IRQSCOPE_GNU_SEED, IRQSCOPE_GNU_COUNT; IRQSCOPE_GNU_WRITE=1 writes programs.txt):
 * IRQSCOPE_GNU_AS=riscv64-unknown-elf- npx vitest run tests/programs/gnu */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { assemble } from "../../../lib/assembler/assemble.ts";
import { createRandom } from "../../support/random.ts";
import { OPTIONS } from "../assembling.ts";
import { createGnuAssembler } from "./gnuAssembler.ts";
import { program } from "./statements.ts";

const PATH = new URL("./programs.txt", import.meta.url);

interface Bytes {
  readonly text: string;
  readonly data: string;
}

interface Case extends Bytes {
  readonly source: string;
}

function ours(source: string): Bytes | undefined {
  const result = assemble(source, { ...OPTIONS, allowsFaults: true });
  if (!result.ok) return undefined;
  const { words, data } = result.program;
  const text = Buffer.from(new Uint32Array(words).buffer).toString("hex");
  return { text, data: Buffer.from(data).toString("hex") };
}

/** GNU as pads a section to its largest alignment. */
const isSame = (one: string, filledUp: string): boolean =>
  filledUp.startsWith(one) && /^0*$/.test(filledUp.slice(one.length)) && filledUp.length - one.length < 64;

const CASES: readonly Case[] = readFileSync(PATH, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Case);

describe("the recorded output of GNU as for random programs", () => {
  test("exists", () => {
    expect(CASES.length).toBeGreaterThan(700);
  });

  it("equals the output of the assembler", () => {
    for (const { source, text, data } of CASES) expect(ours(source), source).toEqual({ text, data });
  });
});

const { IRQSCOPE_GNU_AS: prefix, IRQSCOPE_GNU_SEED, IRQSCOPE_GNU_COUNT, IRQSCOPE_GNU_WRITE } = process.env;

if (prefix !== undefined) {
  it("equals the output of the installed GNU as, if there is one", { timeout: 3_600_000 }, () => {
    const random = createRandom(Number(IRQSCOPE_GNU_SEED ?? 1));
    const gnu = createGnuAssembler(prefix);
    const same: Case[] = [];
    const different: object[] = [];
    const refused: object[] = [];
    const taken: object[] = [];
    for (let count = Number(IRQSCOPE_GNU_COUNT ?? 1000); count > 0; count--) {
      const source = program(random);
      const theirs = gnu.assemble(source);
      const bytes = ours(source);
      if (!theirs.ok) {
        if (bytes !== undefined) taken.push({ source, complaint: theirs.complaint, bytes });
      } else if (bytes === undefined) {
        const result = assemble(source, { ...OPTIONS, allowsFaults: true });
        if (!theirs.isWarned) refused.push({ source, errors: result.ok ? [] : result.errors });
      } else if (isSame(bytes.text, theirs.text) && isSame(bytes.data, theirs.data))
        same.push({ source, ...bytes });
      else if (!theirs.isWarned) different.push({ source, bytes, theirs });
    }
    gnu.end();
    console.log(`${same.length} the same, ${different.length} differ`);
    console.log(`${refused.length} refused here alone, ${taken.length} taken here alone`);
    if (IRQSCOPE_GNU_WRITE === undefined) {
      const report = { different, refused, taken };
      writeFileSync(process.env.IRQSCOPE_GNU_REPORT ?? "/dev/null", JSON.stringify(report, null, 1));
    } else writeFileSync(PATH, same.map((one) => `${JSON.stringify(one)}\n`).join(""));
    expect(different).toEqual([]);
  });
}
