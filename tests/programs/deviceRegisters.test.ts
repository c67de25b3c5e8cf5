/** Names of device registers in sources, and docs/devices.md, whose tables `vitest -u` writes. */
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import {
  DEVICE_REGISTERS,
  type DeviceRegister,
  namedRegisters,
  type RegisterBlock,
  registerValues,
} from "../../lib/programs/deviceRegisters.ts";
import { markdownTable } from "../support/markdownTable.ts";
import { assembled, errorsOf, OPTIONS } from "./assembling.ts";

const WITH_NAMES = { ...OPTIONS, provided: registerValues() };
const words = (source: string) => assembled(source, WITH_NAMES).words;

describe("names of registers", () => {
  it("are constants that need no definition", () => {
    expect(words("li t0, UART1_LSR\nret")).toEqual(words("li t0, 0xf0200105\nret"));
    expect(words("la t0, CLINT_MTIMECMP3\nret")).toEqual(words("li t0, 0xf2004018\nret"));
    expect(words("andi t0, t0, UART_LSR_DR\nret")).toEqual(words("andi t0, t0, 1\nret"));
    expect(words("lui t0, %hi(NIC2_RXTAIL)\nlw a0, %lo(NIC2_RXTAIL)(t0)")).toEqual(
      words("lui t0, 0xf0102\nlw a0, 12(t0)"),
    );
  });

  test.each([
    ["a label behind its use", "la a0, NIC0_ICR\nret\nNIC0_ICR: nop", "la a0, x\nret\nx: nop"],
    ["a label before it", "NIC0_ICR: j NIC0_ICR", "x: j x"],
    ["a constant behind its use", "li a0, NIC0_ICR\nret\n.equ NIC0_ICR, 5", "li a0, x\nret\n.equ x, 5"],
    ["in sizes", ".if UART_LSR_DR > 1\nnop\n.endif\nret", ".if 1 > 1\nnop\n.endif\nret"],
    [
      "one that defines another",
      ".if UART_LSR_DR == 1\n.equ UART_LSR_OE, 9\n.endif\nli a0, UART_LSR_OE",
      "li a0, 9",
    ],
  ])("give way to the source's own: %s", (_, source, other) => {
    expect(words(source)).toEqual(words(other));
  });

  it("mean the source's own also before it, where no value of it is there yet", () => {
    const source = ".if UART_LSR_OE == 2\n.equ UART_LSR_OE, 9\n.endif\n.equ UART_LSR_OE, 7\nret";
    expect(errorsOf(source, WITH_NAMES)).toEqual(["1:5 names nothing: UART_LSR_OE"]);
  });

  it("are seen by .ifdef, so that a source can bring its own where they are not", () => {
    const source = ".ifndef UART0_LSR\n.equ UART0_LSR, 5\n.endif\nli a0, UART0_LSR";
    expect(words(source)).toEqual(words("li a0, 0xf0200005"));
    expect(assembled(source).words).toEqual(words("li a0, 5"));
  });

  it("are not there for who does not provide them, and are no definition", () => {
    expect(errorsOf("li t0, UART0_LSR\nret")[0]).toMatch(/UART0_LSR/);
    expect(assembled("li t0, UART0_LSR\nret", WITH_NAMES).symbols.size).toBe(0);
  });

  it("are each one thing, and none is that of a register of the processor", () => {
    const names = namedRegisters();
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
    for (const { name } of names) expect(name).toMatch(/^[A-Z]+[0-9]*(?:_[A-Z]+[0-9]*){1,2}$/);
  });

  it("lie apart, aligned and within their block", () => {
    for (const block of DEVICE_REGISTERS) {
      const { count = 1, stride = 0, base } = block;
      const ranges = namedRegisters()
        .filter(
          ({ block: of, register, bits }) => of === block && register !== undefined && bits === undefined,
        )
        .map(({ value, register }) => ({ value, bytes: register?.bytes ?? 0, name: register?.name ?? "" }))
        .sort((a, b) => a.value - b.value);
      for (const { value, bytes } of ranges) {
        expect(value % bytes).toBe(0);
        if (stride > 0) expect(value).toBeLessThan(base + count * stride);
      }
      ranges.slice(1).forEach(({ value, name }, index) => {
        const before = ranges[index];
        const isShared = block.name === "UART" && value === before?.value;
        if (!isShared)
          expect(value, name).toBeGreaterThanOrEqual((before?.value ?? 0) + (before?.bytes ?? 0));
      });
    }
  });
});

const DOCUMENT = new URL("../../docs/devices.md", import.meta.url);
const BEGIN = "<!-- registers -->";
const END = "<!-- /registers -->";
const hex = (value: number) => `0x${value.toString(16)}`;

function addressOf({ offset, repeated }: DeviceRegister): string {
  if (repeated === undefined) return hex(offset);
  return `${hex(offset)} + ${hex(repeated.stride)} × ${repeated.of}`;
}

function rowOf(block: RegisterBlock, register: DeviceRegister): readonly string[] {
  const { name, bytes, access, doc, repeated, bits = [] } = register;
  const named = bits.map((one) => `\`${block.name}_${name}_${one.name}\` ${hex(one.mask)} ${one.doc}`);
  const text = named.length === 0 ? doc : `${doc}: ${named.join(", ")}`;
  return [
    addressOf(register),
    `\`${name}${repeated === undefined ? "" : "n"}\``,
    String(bytes),
    access,
    text,
  ];
}

function sectionOf(block: RegisterBlock): string {
  const { name, title, base, count, stride, registers } = block;
  const place =
    count === undefined ? `at \`${hex(base)}\`` : `at \`${hex(base)}\` + \`${hex(stride ?? 0)}\` × n`;
  const example = `${name}${count === undefined ? "" : "0"}_${registers[0]?.name ?? ""}`;
  const rows = registers.map((register) => rowOf(block, register));
  return `## ${title}\n\n\`${name}${count === undefined ? "" : "n"}\`, ${place}; for instance \`${example}${
    registers[0]?.repeated === undefined ? "" : registers[0].repeated.first
  }\`.\n\n${markdownTable([["offset", "register", "bytes", "access", "what"], ...rows])}`;
}

it("docs/devices.md has them all", async () => {
  const tables = DEVICE_REGISTERS.filter(({ isPlanned }) => isPlanned !== true).map(sectionOf);
  const text = readFileSync(DOCUMENT, "utf8");
  const [before = ""] = text.split(BEGIN);
  const [, after = ""] = text.split(END);
  await expect(`${before}${BEGIN}\n\n${tables.join("\n\n")}\n\n${END}${after}`).toMatchFileSnapshot(
    DOCUMENT.pathname,
  );
});
