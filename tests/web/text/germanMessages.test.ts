/** Messages that lib and scenarios really produce, in German: from damaged scenarios, texts, links, programs, captures
 * and labs. */
import { beforeAll, describe, expect, it } from "vitest";
import { assemble } from "../../../lib/assembler/assemble.ts";
import { remarksOf } from "../../../lib/assembler/diagnostics.ts";
import { WORK_MESSAGE } from "../../../lib/assembler/work.ts";
import { compileCondition } from "../../../lib/breakpoints/condition.ts";
import { CaptureError } from "../../../lib/captures/capture.ts";
import { captureToScenario } from "../../../lib/captures/captureToScenario.ts";
import { compileExpression } from "../../../lib/expressions/index.ts";
import { parseLab } from "../../../lib/labs/lab.ts";
import { readNumberText } from "../../../lib/labs/numberText.ts";
import { readSubmission } from "../../../lib/labs/submission.ts";
import { changeField, readFieldText } from "../../../lib/scenarioFields/change.ts";
import { fieldsOf } from "../../../lib/scenarioFields/describe.ts";
import { warningsOf } from "../../../scenarios/check/warnings.ts";
import { BUILTIN_LABS } from "../../../scenarios/labs/index.ts";
import { decodeLink, encodeLink } from "../../../scenarios/link/link.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { speak } from "../../../web/text/language.ts";
import { translatedMessage } from "../../../web/text/message.ts";
import { editedNumber, plainText, typedNumber } from "../../../web/text/numbers.ts";
import { typedQuantity } from "../../../web/text/typedQuantity.ts";
import { fixture } from "../../captures/captureFiles.ts";
import { REFUSED } from "../../programs/refusedSources.ts";
import { createRandom, type Random } from "../../support/random.ts";
import { scenarioFile } from "../scenarios/support.ts";
import { expectGerman } from "./german.ts";

const SEED = 20_261_122;
const ODD = [null, -1, 0.5, 1e18, "", "x", "ring", "any", [], {}, true, [1, 2], { x: 1 }] as const;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** A copy with one part removed, renamed, replaced or repeated. */
function damage(value: unknown, random: Random): void {
  let here = value as Json;
  for (let depth = random.integer(0, 6); depth > 0; depth--) {
    const inner = Object.values(here).filter(isObject);
    if (inner.length === 0) break;
    here = random.pick(inner);
  }
  const keys = Object.keys(here);
  if (keys.length === 0) return;
  const key = random.pick(keys);
  switch (random.integer(0, 4)) {
    case 0:
      delete here[key];
      return;
    case 1:
      if (Array.isArray(here)) here.push(structuredClone(here[0]));
      else here[`${key}s`] = here[key];
      return;
    case 2:
      here[key] = typeof here[key] === "number" ? (here[key] as number) * 1000 + 1 : random.pick(ODD);
      return;
    default:
      here[key] = structuredClone(random.pick(ODD));
  }
}

const FILES = [
  "demos/ring-overflow.json",
  "demos/napi-budget.json",
  "demos/one-lock.json",
  "papers/002-both-34k.json",
];

beforeAll(async () => {
  await speak("de");
  return async () => {
    await speak("en");
  };
});

describe("messages are German", () => {
  it("in scenarios", () => {
    const random = createRandom(SEED);
    const messages: string[] = [];
    for (const file of FILES) {
      const scenario = scenarioFile(file);
      for (let count = 0; count < 150; count++) {
        const broken: unknown = structuredClone(scenario);
        damage(broken, random);
        if (random.chance(30)) damage(broken, random);
        const parsed = parseScenario(broken);
        if (!parsed.ok) messages.push(...parsed.errors.map(({ message }) => message));
        else messages.push(...warningsOf(parsed.scenario).map(({ message }) => message));
      }
    }
    expectGerman(messages, 100);
  });

  it("in files of other kinds", () => {
    const kinds = ["lab", "submission", "progress", "library", "else"];
    const messages = kinds.flatMap((kind) => {
      const parsed = parseScenario({ format: `irqscope-${kind}` });
      return parsed.ok ? [] : parsed.errors.map(({ message }) => message);
    });
    expect(new Set(messages).size).toBe(kinds.length);
    expectGerman(messages, kinds.length);
  });

  it("in JSON text", () => {
    const random = createRandom(SEED);
    const text = JSON.stringify(scenarioFile("demos/ring-overflow.json"));
    const messages = Array.from({ length: 200 }, () => {
      const at = random.integer(0, text.length - 1);
      const put = random.pick(["", "x", '"', "{", "}", ",", "\\", "\n", ":"]);
      const parsed = parseScenario(
        random.chance(20) ? text.slice(0, at) : text.slice(0, at) + put + text.slice(at + 1),
      );
      return parsed.ok ? [] : parsed.errors.map(({ message }) => message);
    });
    expectGerman(messages.flat(), 20);
  });

  it("in links", () => {
    const random = createRandom(SEED);
    const link = encodeLink(scenarioFile("demos/ring-overflow.json"), {
      cycle: 12,
      zoom: { from: 1, to: 9 },
      page: "papers",
    });
    if (link === undefined) throw new Error("no link");
    const messages = Array.from({ length: 200 }, () => {
      const at = random.integer(0, link.length - 1);
      const read = decodeLink(
        random.chance(40)
          ? link.slice(0, at)
          : link.slice(0, at) + random.pick(["!", "A", "-", "&c=x", "&z=5-1"]) + link.slice(at + 1),
      );
      return read.ok ? (read.faults ?? []) : [read.message];
    });
    expectGerman(messages.flat(), 6);
  });

  it("in expressions, conditions, numbers and fields of an address", () => {
    const random = createRandom(SEED);
    const scenario = scenarioFile("demos/ring-overflow.json");
    const words = [
      "1",
      "2 us",
      "(",
      ")",
      "+",
      "<",
      "==",
      "and",
      "not",
      "latency",
      "ring.fill",
      "thread",
      "[",
      '"x',
      "min(",
      ",",
      "#",
      ".",
      "1e999",
      "3 %",
      "sin(",
    ];
    const messages: string[] = [];
    for (let count = 0; count < 500; count++) {
      const text = Array.from({ length: random.integer(1, 5) }, () => random.pick(words)).join(" ");
      const condition = compileCondition(text, scenario);
      if (!condition.ok) messages.push(condition.error.message);
      const compiled = compileExpression(text, () => undefined);
      if (!compiled.ok) messages.push(compiled.error.message);
      const number = readNumberText(text, random.pick(["", "us", "cycles"]));
      if (!number.ok) messages.push(number.message);
    }
    for (const field of fieldsOf(scenario)) {
      for (const text of ["x", "-1", "1e30", "0.3", "5 parsecs", ""]) {
        const read = readFieldText(field, text);
        const changed = read.ok ? changeField(scenario, field, read.value) : read;
        if (!changed.ok) messages.push(changed.message);
      }
    }
    expectGerman(messages, 60);
  });

  it("for an unknown escape in a program", () => {
    speak("de");
    expect(translatedMessage("has an unknown escape: \\q")).toBe(
      "enthält eine unbekannte Escape-Sequenz: \\q",
    );
  });

  it("for mistakes in a macro or a repetition", () => {
    speak("de");
    const where = "line 3, column 1: is not an instruction: frob";
    const german = "Zeile 3, Spalte 1: ist keine Instruktion: frob";
    expect(translatedMessage(`${where} (in macro f, called from line 5)`)).toBe(
      `${german} (im Makro f, aufgerufen in Zeile 5)`,
    );
    expect(translatedMessage(`${where} (repeated from line 2)`)).toBe(`${german} (wiederholt ab Zeile 2)`);
    expect(translatedMessage("takes 1 argument, not 3")).toBe("erwartet 1 Argument, nicht 3");
    expect(translatedMessage("takes 2 arguments, not 3")).toBe("erwartet 2 Argumente, nicht 3");
    expect(translatedMessage("is not a number of repetitions: -1")).toBe(
      "ist keine Anzahl von Wiederholungen: -1",
    );
  });

  it("for refused sources", () => {
    const messages = REFUSED.map(([, error]) => error.replace(/^\d+:\d+ /, ""));
    const remarks = remarksOf("li a0, '\\0'").map(({ message }) => message);
    expectGerman([...messages, ...remarks, WORK_MESSAGE], 35);
  });

  it("for an unknown escape in JSON", () => {
    speak("de");
    const parsed = parseScenario('{"name": "\\x"}');
    const messages = parsed.ok ? [] : parsed.errors.map(({ message }) => translatedMessage(message));
    expect(messages.join()).toContain("erwartet wird eine Escape-Sequenz wie \\n");
  });

  it("in programs", () => {
    const random = createRandom(SEED);
    const words = [
      "add",
      "lw",
      "li",
      "beq",
      "x1",
      "a0",
      "t9",
      ",",
      "(",
      ")",
      "5",
      "0x1ffffffff",
      "name",
      "name:",
      ".data",
      ".text",
      ".align",
      ".byte",
      ".space",
      ".org",
      ".section",
      ".asciz",
      '"\\q"',
      "%pcrel_hi(x)",
      '"',
      "1/0",
      "1<<99",
      "jal",
      "-4(sp)",
      ".macro f %a\nlw %a\n.endm\nf",
      ".macro g\ng\n.endm\n",
      ".macro 1\n.endm\n",
      ".macro .word a:b\n.endm\n",
      ".rept 2\n",
      ".rept -1\n",
      ".endr",
      ".if 1\n",
      ".if later\n",
      ".else\n",
      ".elseif 0\n",
      ".endif\n",
      ".irp x,1,2\n",
      ".irpc 1\n",
      ";",
      "=",
      "&&",
      "g",
      "%",
    ];
    const messages = Array.from({ length: 600 }, () => {
      const source = Array.from({ length: random.integer(1, 3) }, () =>
        Array.from({ length: random.integer(1, 5) }, () => random.pick(words)).join(" "),
      ).join("\n");
      const made = assemble(source, {
        codeAddress: 0,
        dataAddress: 0x2000_0000,
        wordLimit: 100,
        dataByteLimit: 1000,
      });
      return made.ok ? [] : made.errors.map(({ message }) => message);
    });
    expectGerman(messages.flat(), 40);
  });

  it("in captures", () => {
    const random = createRandom(SEED);
    const messages: string[] = [];
    for (const name of ["two-hosts-200-us-little.pcap", "two-hosts-200.pcapng"]) {
      const bytes = fixture(name);
      for (let count = 0; count < 300; count++) {
        const copy = bytes.slice(
          0,
          random.chance(50) ? random.integer(0, Math.min(400, bytes.length)) : bytes.length,
        );
        for (let change = random.integer(0, 3); change > 0 && copy.length > 0; change--)
          copy[random.integer(0, Math.min(200, copy.length - 1))] = random.integer(0, 255);
        try {
          captureToScenario(copy, name);
        } catch (error) {
          if (!(error instanceof CaptureError)) throw error;
          messages.push(error.message);
        }
      }
    }
    expectGerman(messages, 30);
  });

  it("in labs and submissions", async () => {
    const random = createRandom(SEED);
    const messages: string[] = [];
    const [first] = BUILTIN_LABS;
    const { lab } = (await first?.load()) ?? {};
    for (let count = 0; count < 200; count++) {
      const broken: unknown = structuredClone(lab);
      damage(broken, random);
      const read = parseLab(JSON.stringify(broken));
      if (!read.ok) messages.push(...read.errors.map(({ message }) => message));
    }
    for (const text of [
      "",
      "{",
      "[]",
      '{"format":"irqscope-submission","version":9}',
      '{"format":"irqscope-submission","version":1}',
    ]) {
      const read = readSubmission(text);
      if (!read.ok) messages.push(read.reason);
    }
    expectGerman(messages, 9);
  });
});

it("German numbers and units are read as German writes them", () => {
  const read = (text: string, unit: string) => readNumberText(typedQuantity(text), unit);
  expect(read("0,5", "")).toEqual({ ok: true, value: 0.5 });
  expect(read("1,234", "")).toEqual({ ok: true, value: 1.234 });
  expect(read("250 Takte", "cycles")).toEqual({ ok: true, value: 250 });
  expect(read("2,5 us", "us")).toEqual({ ok: true, value: 2.5 });
  expect(read("1.234", "")).toEqual({ ok: true, value: 1234 });
  expect(read("5,18k", "")).toEqual({ ok: true, value: 5180 });
  expect(typedNumber(plainText(-1234.5))).toBe("-1\u202f234.5");
  expect(["20.000", "1.000.000", "1.234,5 us", "0.125", "1.5", "2.0000"].map(typedNumber)).toEqual([
    "20,000",
    "1,000,000",
    "1,234.5 us",
    "0.125",
    "1.5",
    "2.0000",
  ]);
  expect(editedNumber(0.25)).toBe("0,25");
});

it("German messages write numbers in German, and keep names and fields", () => {
  expect(translatedMessage("must be at most 65536")).toBe("darf höchstens 65\u202f536 sein");
  expect(translatedMessage("must be from 0.5 to 1")).toBe("muss von 0,5 bis 1 sein");
  expect(translatedMessage('machine.nics[0].name names no nic: "cycle"; did you mean "a number"?')).toBe(
    'machine.nics[0].name verweist ins Leere: Karte "cycle" gibt es nicht; ist "a number" gemeint?',
  );
  expect(translatedMessage("something that nobody knows")).toBe("something that nobody knows");
});
