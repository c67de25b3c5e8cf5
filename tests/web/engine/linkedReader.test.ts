/** Linked files that a worker reads: the requests, the answers, and what ends the worker. */
import { expect, it, vi } from "vitest";
import { elfProgram, isElfProgramKept } from "../../../scenarios/compile/elfProgram.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { readLinkedFiles } from "../../../web/engine/linkedReader.ts";
import { answerLinked, type LinkedPart, type LinkedTask } from "../../../web/engine/linkedTasks.ts";
import type { TaskPort } from "../../../web/engine/oneTask.ts";
import type { TaskAnswer } from "../../../web/engine/tasks.ts";
import { beginOpening } from "../../../web/scenarios/open/opening.ts";
import { craftedElf, END_SEQUENCE, lineUnit, NEXT_LINE, SET_CODE_ADDRESS } from "../../elf/craftedElf.ts";

/** A file that no other test has read, with this many statements of one address. */
function linked(byte: number, statements = 30_000): string {
  const program = Buffer.concat([
    Uint8Array.from(SET_CODE_ADDRESS),
    new Uint8Array(statements).fill(NEXT_LINE),
    Uint8Array.from(END_SEQUENCE),
  ]);
  const sections = [
    { name: ".debug_line_str", bytes: new TextEncoder().encode(`sum${byte}.c\0`) },
    { name: ".debug_line", bytes: lineUnit([0, 0], program) },
  ];
  return Buffer.from(craftedElf(sections)).toString("base64");
}

const scenarioWith = (...elfs: readonly string[]) => ({
  ...{ format: "irqscope-scenario", version: 1, name: "linked" },
  software: {
    routines: elfs.map((elf, index) => ({ name: `r${index}`, kind: "program", program: { elf } })),
  },
});

/** A worker's end that answers when the test calls `answer`. */
function standIn() {
  let hear: ((answer: TaskAnswer<LinkedPart>) => void) | undefined;
  let fail: ((message: string) => void) | undefined;
  const port = {
    task: undefined as LinkedTask | undefined,
    closed: vi.fn(),
    parts: (): readonly TaskAnswer<LinkedPart>[] =>
      port.task === undefined ? [] : structuredClone([...answerLinked(port.task)]),
    tell: (answers: readonly TaskAnswer<LinkedPart>[]) => {
      for (const answer of answers) hear?.(answer);
    },
    fail: (message: string) => fail?.(message),
    open: (): TaskPort<LinkedTask, LinkedPart> => ({
      post: (task) => {
        port.task = task;
      },
      listen: (onAnswer, onFailure) => {
        hear = onAnswer;
        fail = onFailure;
      },
      close: port.closed,
    }),
  };
  return port;
}

const signal = () => new AbortController().signal;

it("the reader of linked files requests each unread large file once, wherever it is named", async () => {
  const [large, small, other] = [linked(1), linked(2, 10), linked(7)];
  const port = standIn();
  const scenarios = [scenarioWith(large, small, large), scenarioWith(other)];
  const reading = readLinkedFiles({ scenarios }, signal(), port.open);
  expect(port.task).toEqual({ files: [large, other] });
  port.tell(port.parts());
  for (const [file, name] of [
    [large, "sum1.c"],
    [other, "sum7.c"],
  ] as const)
    expect(elfProgram(file)).toMatchObject({
      program: { entries: expect.arrayContaining([expect.objectContaining({ file: name })]) },
    });
  expect(await reading).toBe(true);
  expect(port.closed).toHaveBeenCalledOnce();
  const again = standIn();
  expect(await readLinkedFiles(scenarioWith(large), signal(), again.open)).toBe(true);
  expect(again.task).toBeUndefined();
});

it("the page parses a scenario before its linked files are read, and refuses with field and reason", async () => {
  const elf = linked(3);
  const port = standIn();
  const reading = readLinkedFiles(scenarioWith(elf), signal(), port.open);
  port.tell([
    { kind: "part", index: 0, result: { ok: false, message: "e_machine: is of the worker" } },
    { kind: "done" },
  ]);
  expect(await reading).toBe(true);
  const parsed = parseScenario(scenarioWith(elf));
  expect(parsed.ok ? [] : parsed.errors).toContainEqual({
    field: "software.routines[0].program.elf",
    message: "e_machine: is of the worker",
  });
});

it("the worker reads a linked file as the page does", () => {
  const elf = linked(4);
  const [part] = structuredClone([...answerLinked({ files: [elf] })]);
  const [again] = [...answerLinked({ files: [elf] })];
  expect(part).toEqual(again);
  expect(part).toMatchObject({ kind: "part", index: 0, result: { ok: true } });
});

it("another opening ends the worker that reads linked files, and ignores its answers", async () => {
  const elf = linked(5);
  const other = new AbortController();
  const port = standIn();
  const reading = readLinkedFiles(scenarioWith(elf), other.signal, port.open);
  const answer = { kind: "part", index: 0, result: { ok: false, message: "late" } } as const;
  other.abort();
  port.tell([answer, { kind: "done" }]);
  expect(await reading).toBe(false);
  expect(port.closed).toHaveBeenCalledOnce();
  expect(isElfProgramKept(elf)).toBe(false);
});

it("the page reads linked files itself if the worker cannot start, and refuses those that are too long", async () => {
  const elf = linked(6);
  const port = standIn();
  const reading = readLinkedFiles(scenarioWith(elf), signal(), port.open);
  port.fail("the script is not there");
  expect(await reading).toBe(true);
  expect(isElfProgramKept(elf)).toBe(false);
  const tooLong = standIn();
  expect(await readLinkedFiles({ elf: "A".repeat(262_145) }, signal(), tooLong.open)).toBe(true);
  expect(tooLong.task).toBeUndefined();
});

it("another opening abandons the one before", () => {
  const first = beginOpening();
  const second = beginOpening();
  expect([first.aborted, second.aborted]).toEqual([true, false]);
});
