/** Names of device registers in sources, and the tables of docs/devices.md, which `vitest -u` writes. */
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import {
  DEVICE_REGISTERS,
  type DeviceRegister,
  namedRegisters,
  type RegisterBlock,
  registerValues,
} from "../../lib/programs/deviceRegisters.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { openCore } from "../boundary/support.ts";
import { markdownTable } from "../support/markdownTable.ts";
import { assembled, errorsOf, OPTIONS } from "./assembling.ts";

const core = await openCore();

const WITH_NAMES = { ...OPTIONS, provided: registerValues() };
const words = (source: string) => assembled(source, WITH_NAMES).words;

describe("register names of devices", () => {
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
  ])("give way to the source's own name: %s", (_, source, other) => {
    expect(words(source)).toEqual(words(other));
  });

  it("give way to the source's own name before its definition too, where its value is unknown", () => {
    const source = ".if UART_LSR_OE == 2\n.equ UART_LSR_OE, 9\n.endif\n.equ UART_LSR_OE, 7\nret";
    expect(errorsOf(source, WITH_NAMES)).toEqual(["1:5 names nothing: UART_LSR_OE"]);
  });

  it("are visible to .ifdef, so that a source can define missing ones", () => {
    const source = ".ifndef UART0_LSR\n.equ UART0_LSR, 5\n.endif\nli a0, UART0_LSR";
    expect(words(source)).toEqual(words("li a0, 0xf0200005"));
    expect(assembled(source).words).toEqual(words("li a0, 5"));
  });

  it("do not exist without the option, and are not listed as symbols", () => {
    expect(errorsOf("li t0, UART0_LSR\nret")[0]).toMatch(/UART0_LSR/);
    expect(assembled("li t0, UART0_LSR\nret", WITH_NAMES).symbols.size).toBe(0);
  });

  it("are unique and have the form of device registers", () => {
    const names = namedRegisters();
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
    for (const { name } of names) expect(name).toMatch(/^[A-Z]+[0-9]*(?:_[A-Z]+[0-9]*){1,2}$/);
  });

  it("have aligned addresses that differ, within their block", () => {
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

/** A machine with two devices of each kind, which runs the program for some time. */
function machineWith(source: string, { isHart = false, cycles = 40_000 } = {}) {
  const two = (name: string, rest: object = {}) =>
    [1, 2].map((one) => ({ name: `${name}${one}`, line: {}, ...rest }));
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "registers",
    machine: {
      nics: [...two("nic"), ...two("card", { driver: "program" })],
      disks: two("disk", { rateBitPerSecond: 400_000_000 }),
      buttons: two("button", { pressCycles: [1] }),
      consoles: two("console", { input: [{ cycle: 0, text: "ok" }], bitPerSecond: 20_000_000 }),
    },
    software: {
      routines: [{ name: "program", kind: "program", program: { source } }],
      threads: [
        {
          name: "program",
          layer: "application",
          priority: 3,
          start: { on: "always" },
          machineMode: isHart,
          steps: [{ do: "exec", routine: "program" }],
        },
      ],
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const machine = createMachine(core, compileScenario(parsed.scenario));
  machine.step(cycles);
  expect(machine.checkInvariants()).toBe(0);
  return machine;
}

/** Values at the start of the memory of programs when the program has ended. */
const MARK = 77;
const FINISH = `li t0, 0x20000000\nli t1, ${MARK}\nsw t1, 0(t0)\nend: j end`;
const hasCome = (machine: ReturnType<typeof machineWith>) => machine.programMemory(0, 1)[0] === MARK;

const OF_HARTS = ["CLINT", "PLIC"];

describe("device registers of the machine", () => {
  const accessOf = (bytes: 1 | 4, isLoad: boolean) => `${isLoad ? "l" : "s"}${bytes === 1 ? "b" : "w"}`;

  it.each(DEVICE_REGISTERS)(
    "$name: a load or store of each register ends no program",
    ({ registers, name, count }) => {
      const devices = count === undefined ? [""] : name === "NIC" ? ["2", "3"] : ["0", "1"];
      const lines = registers.flatMap((register) =>
        devices.flatMap((device) => {
          const copy = register.repeated === undefined ? "" : String(register.repeated.first);
          const address = `${name}${device}_${register.name}${copy}`;
          return [true, false].map(
            (isLoad) => `li t0, ${address}\n${accessOf(register.bytes, isLoad)} x0, 0(t0)`,
          );
        }),
      );
      expect(
        hasCome(machineWith(`${lines.join("\n")}\n${FINISH}`, { isHart: OF_HARTS.includes(name) })),
      ).toBe(true);
    },
  );

  it.each(DEVICE_REGISTERS)(
    "$name: an access after the last register ends the program",
    ({ base, stride = 0, registers, name }) => {
      if (name === "NICRING") return; /* The rest of a ring's 16 bytes is 0. */
      const { offset, bytes } = registers.at(-1) ?? { offset: 0, bytes: 4 };
      const first = base + (name === "NIC" ? 2 * stride : 0);
      for (const address of [first + offset + bytes, first + 2 * stride])
        expect(hasCome(machineWith(`li t0, ${address}\n${accessOf(bytes, true)} x0, 0(t0)\n${FINISH}`))).toBe(
          false,
        );
    },
  );

  it("a program reads typed characters from the console and echoes them", () => {
    const source = `
        li   t0, UART1_BASE
next:   lbu  t1, 5(t0)
        andi t1, t1, UART_LSR_DR
        beqz t1, next
        lbu  t1, 0(t0)
        sb   t1, 0(t0)
        j    next`;
    const text = machineWith(source).consoleText(1);
    expect(text?.sent).toBe(2);
    expect(String.fromCharCode(...(text?.characters ?? []).map(({ character }) => character))).toBe("ok");
    // 100 cycles for each character: the first arrives at 100 and is read within a round.
    const [first = 0, second = 0] = (text?.characters ?? []).map(({ cycle }) => cycle);
    expect(first).toBeGreaterThan(200);
    expect(first).toBeLessThan(230);
    expect(second - first).toBeLessThanOrEqual(130);
    expect(machineWith(source).consoleText(2)).toBeUndefined();
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

it("docs/devices.md lists all device registers", async () => {
  const tables = DEVICE_REGISTERS.map(sectionOf);
  const text = readFileSync(DOCUMENT, "utf8");
  const [before = ""] = text.split(BEGIN);
  const [, after = ""] = text.split(END);
  await expect(`${before}${BEGIN}\n\n${tables.join("\n\n")}\n\n${END}${after}`).toMatchFileSnapshot(
    DOCUMENT.pathname,
  );
});
