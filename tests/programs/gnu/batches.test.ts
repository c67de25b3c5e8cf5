/** The assembler against GNU as on thousands of valid instructions at a time. batches.txt has the output of GNU binutils
 * 2.40 for some of each architecture, compressed if it has C.
 *
 * To compare other instructions with the installed GNU as (IRQSCOPE_GNU_SEED, IRQSCOPE_GNU_BATCHES; IRQSCOPE_GNU_WRITE=1 writes batches.txt):
 * IRQSCOPE_GNU_AS=riscv64-unknown-elf- npx vitest run tests/programs/gnu/batches */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it, test } from "vitest";
import { architectureNamed } from "../../../lib/assembler/architecture.ts";
import { assemble } from "../../../lib/assembler/assemble.ts";
import { disassembleHalf } from "../../../lib/assembler/disassemble.ts";
import { createRandom } from "../../support/random.ts";
import { OPTIONS } from "../assembling.ts";
import { createGnuAssembler } from "./gnuAssembler.ts";
import { ATOMIC, BASE, COMPRESSED, instructions, MULTIPLIED, SYSTEM } from "./instructions.ts";

const PATH = new URL("./batches.txt", import.meta.url);
const FORMS = {
  rv32i: BASE,
  rv32im_zicsr_zifencei: [...BASE, ...MULTIPLIED, ...SYSTEM],
  rv32ima_zicsr_zifencei: [...BASE, ...MULTIPLIED, ...SYSTEM, ...ATOMIC, ...ATOMIC],
  rv32ic: [...BASE, ...COMPRESSED],
  rv32imac_zicsr_zifencei: [...BASE, ...MULTIPLIED, ...SYSTEM, ...ATOMIC, ...COMPRESSED],
};
const ARCHITECTURES = Object.keys(FORMS) as readonly (keyof typeof FORMS)[];
const STORED_INSTRUCTIONS = 800;
const BATCH_INSTRUCTIONS = 4000;

interface Batch {
  readonly architecture: string;
  readonly source: string;
  readonly text: string;
}

function codeOf(architecture: string, source: string, wordLimit: number) {
  const result = assemble(source, {
    ...OPTIONS,
    wordLimit,
    architecture: architectureNamed(architecture),
    allowsFaults: true,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.program;
}

/** The bytes without the padding of the last word. */
function hexOf(architecture: string, source: string): string {
  const { words, pieces } = codeOf(architecture, source, 4 * BATCH_INSTRUCTIONS);
  const last = pieces?.at(-1);
  const bytes = last === undefined ? words.length * 4 : last.offset + last.bytes;
  return Buffer.from(new Uint32Array(words).buffer).subarray(0, bytes).toString("hex");
}

const BATCHES: readonly Batch[] = readFileSync(PATH, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Batch);

test("there is a batch of sources for each architecture", () => {
  expect(BATCHES.map(({ architecture }) => architecture)).toEqual(ARCHITECTURES);
});

test.each(BATCHES)(
  "GNU as gives the same code for a batch of $architecture",
  ({ architecture, source, text }) => {
    expect(source.split("\n").length).toBeGreaterThan(STORED_INSTRUCTIONS);
    expect(hexOf(architecture, source)).toBe(text);
  },
);

test("the disassembly of two-byte instructions assembles to the same code", () => {
  const architecture = architectureNamed("rv32ic");
  let instructionCount = 0;
  for (let half = 0; half < 0x1_0000; half++) {
    const shown = disassembleHalf(half, OPTIONS.codeAddress);
    if ((half & 3) === 3) expect(shown).toMatch(/^\.half/);
    if (/^\.half|^(?:b|j |call)/.test(shown)) continue;
    const result = assemble(shown, { ...OPTIONS, architecture, allowsFaults: true });
    if (!result.ok) throw new Error(`${half.toString(16)} ${shown} ${result.errors[0]?.message}`);
    const [first = 0] = result.program.words;
    // Hints, and forms that GNU as encodes differently.
    if ((first & 0xffff) === half) instructionCount++;
    else if ((first & 3) !== 3) expect(disassembleHalf(first & 0xffff, OPTIONS.codeAddress)).toBe(shown);
  }
  expect(instructionCount).toBeGreaterThan(20_000);
});

const { IRQSCOPE_GNU_AS: prefix, IRQSCOPE_GNU_SEED, IRQSCOPE_GNU_BATCHES, IRQSCOPE_GNU_WRITE } = process.env;

if (prefix !== undefined) {
  it("the installed GNU as gives the recorded code of the batches", { timeout: 3_600_000 }, () => {
    const random = createRandom(Number(IRQSCOPE_GNU_SEED ?? 1));
    const gnu = createGnuAssembler(prefix);
    const isStored = IRQSCOPE_GNU_WRITE !== undefined;
    const count = isStored ? STORED_INSTRUCTIONS : BATCH_INSTRUCTIONS;
    const stored: Batch[] = [];
    const others: string[] = [];
    let compared = 0;
    for (const architecture of ARCHITECTURES)
      for (let batch = isStored ? 1 : Number(IRQSCOPE_GNU_BATCHES ?? 2); batch > 0; batch--) {
        const source = instructions(random, FORMS[architecture], count);
        const theirs = gnu.assemble(source, architecture);
        if (!theirs.ok) throw new Error(theirs.complaint);
        stored.push({ architecture, source, text: theirs.text });
        if (hexOf(architecture, source) === theirs.text) compared += count;
        else others.push(`${architecture}:\n${source}`);
      }
    gnu.end();
    console.log(`${compared} instructions the same, ${others.length} batches not`);
    expect(others).toEqual([]);
    if (isStored) writeFileSync(PATH, stored.map((one) => `${JSON.stringify(one)}\n`).join(""));
  });
}
