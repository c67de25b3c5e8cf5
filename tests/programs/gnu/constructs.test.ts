/** Constructs that programmers, compilers and course tools write, one in each entry. constructs.txt has the output of
 * GNU binutils 2.40, linked without gp as in gnuAssembler.ts. Forty or more zero bytes are written as their count in
 * brackets. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { architectureNamed } from "../../../lib/assembler/architecture.ts";
import { assemble } from "../../../lib/assembler/assemble.ts";
import { OPTIONS } from "../assembling.ts";

interface Construct {
  readonly architecture: string;
  readonly source: string;
  readonly text: string;
  readonly data: string;
}

const CONSTRUCTS: readonly Construct[] = readFileSync(new URL("./constructs.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Construct);

const shortened = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("hex")
    .replace(/(?:00){40,}/g, (zeros) => `[${zeros.length / 2}]`);

test("there is a list of constructs with the output of GNU as", () => {
  expect(CONSTRUCTS.length).toBeGreaterThan(100);
});

test.each(CONSTRUCTS)("GNU as and the assembler agree on $source", ({ architecture, source, text, data }) => {
  const named = { ...OPTIONS, architecture: architectureNamed(architecture), allowsFaults: true };
  const result = assemble(source, named);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const { words, pieces } = result.program;
  const last = pieces?.at(-1);
  const bytes = last === undefined ? words.length * 4 : last.offset + last.bytes;
  const code = new Uint8Array(new Uint32Array(words).buffer).subarray(0, bytes);
  expect({ text: shortened(code), data: shortened(result.program.data) }).toEqual({ text, data });
});
