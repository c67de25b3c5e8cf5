/** Recognises the kind of a file by its bytes, with one example of each kind that users drop. */
import { readFileSync } from "node:fs";
import { gzipSync, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { recognise } from "../../lib/files/recognise.ts";
import { whatIs } from "../../lib/files/recognised.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const repository = (path: string) => new Uint8Array(readFileSync(new URL(`../../${path}`, import.meta.url)));
const json = (format: string, more = {}) => JSON.stringify({ ...more, format });
const recognised = (content: string | Uint8Array, name: string) =>
  recognise(new Blob([(typeof content === "string" ? bytes(content) : content) as BlobPart]), name);

const SCENARIO = repository("scenarios/demos/ring-overflow.json");
const PROGRAM = "# counts\nloop:   addi  t0, t0, 1\n        bne   t0, t1, loop\n        ret\n";
const FTRACE = `          <idle>-0     [001] d.h1. 1234.567890: irq_handler_entry: irq=24 name=eth0
          <idle>-0     [001] d.h1. 1234.567899: irq_handler_exit: irq=24 ret=handled\n`;

describe("a file that irqscope reads is recognised as", () => {
  test.each([
    ["scenario", "a.txt", SCENARIO],
    ["study", "a.json", json("irqscope-study", { scenarios: [{ format: "irqscope-scenario" }] })],
    ["lab", "a.json", repository("scenarios/labs/rings/lab.json")],
    ["submission", "lab", json("irqscope-submission")],
    ["submission", "lab.json", `\ufeff ${json("irqscope-submission").slice(0, -1)}`],
    ["progress", "a.json", json("irqscope-progress")],
    ["library", "a.json", json("irqscope-library")],
    ["bundle", "a.zip", zipSync({ "manifest.json": bytes("{}"), "study.json": bytes("{}") })],
    ["capture", "a.json", repository("tests/fixtures/captures/two-hosts-200.pcapng")],
    ["elf", "a.bin", Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 1, 1)],
    ["assembly", "prog.s", PROGRAM],
    ["assembly", "prog.S", `#include "regs.h"\n${PROGRAM}`],
    ["assembly", "prog.txt", PROGRAM],
    ["assembly", "of-gcc.txt", '\t.file\t"a.c"\n\t.text\n\t.globl\tmain\nmain:\n\tli\ta0,0\n\tret\n'],
    ["json", "a.json", '{"format": "something"}'],
    ["json", "a.json", '{"format": '],
    ["json", "a.json", "hello there"],
    ["text", "notes.txt", "Read chapter four until Monday.\n"],
  ])("%s: %s", async (kind, name, content) => {
    expect(await recognised(content, name)).toEqual({ kind });
  });
});

describe("any other file is recognised as", () => {
  test.each([
    ["empty.json", "", "is empty"],
    ["blank.json", " \n", "is empty"],
    ["trace.txt", `# tracer: function\n#\n${FTRACE}`, "is a trace of ftrace, which irqscope does not read"],
    ["trace.txt", FTRACE, "is a trace of ftrace, which irqscope does not read"],
    ["trace.dat", "\x17\x08Dtracing6\0", "is a trace of trace-cmd, which irqscope does not read"],
    [
      "trace",
      'execve("/bin/ls", ["ls"], 0x7ffd /* 9 vars */) = 0\nbrk(NULL) = 0x55d\n',
      "is a trace of strace, which irqscope does not read",
    ],
    ["a.csv", "point,seed,loss\n1,2,0.5\n", "is a table (CSV), which irqscope writes and does not read"],
    ["a.vcd", "$date\n  today\n$end\n", "is a VCD file, which irqscope writes and does not read"],
    [
      "a.hex",
      ":10010000214601360121470136007EFE09D2190140\n:00000001FF\n",
      "is an Intel hex file: open the ELF file that it was made of",
    ],
    ["a.bin", Uint8Array.of(0x13, 0x05, 0x10, 0x00, 0x67, 0x80, 0, 0), /^is a binary file .* the ELF file/],
    ["a.c", "int main(void) { return 0; }\n", /^is source of a program/],
    ["a.png", "\x89PNG\r\n", "is a picture, which irqscope does not read"],
    ["a.html", "<!doctype html><p>x", "is a web page (HTML)"],
    ["a.json", Buffer.from('\ufeff{"a": 1}', "utf16le"), "is UTF-16 text: save it as UTF-8"],
    [
      "s.json.gz",
      gzipSync(SCENARIO),
      "is compressed with gzip and is a scenario once unpacked: unpack it first",
    ],
    ["a.zip", zipSync({ "lab.json": bytes("{}") }), "is compressed with zip: unpack it first"],
    ["a.xz", "\xfd7zXZ\0", "is compressed with xz: unpack it first"],
    [
      "lab.zip",
      zipSync({ "imsmanifest.xml": bytes("") }),
      "is a SCORM package: a learning platform opens it",
    ],
    ["a.docx", zipSync({ "[Content_Types].xml": bytes("") }), "is a document of an office program"],
  ])("%s", async (name, content, what) => {
    const raw = typeof content === "string" ? Uint8Array.from(content, (one) => one.charCodeAt(0)) : content;
    expect(whatIs(await recognised(raw, name))).toEqual(
      typeof what === "string" ? what : expect.stringMatching(what),
    );
  });

  test("a gzip bomb is unpacked only as far as needed to recognise it", async () => {
    const bomb = gzipSync(new Uint8Array(4 * 1024 * 1024));
    expect(whatIs(await recognised(bomb, "a.gz"))).toMatch(/^is compressed with gzip and is a binary file/);
  });
});
