/** `irqscope service`: answers the requests of another program until that program ends. */
import { on } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { type CoreModule, sim_event_kind } from "../../core-wasm/binding/index.ts";
import { describeIssues } from "../../scenarios/base/messages.ts";
import { readArguments } from "../arguments.ts";
import { type Command, complaintText, DONE, type ExitCode, InputError } from "../command.ts";
import { CompiledWriter, lineOf } from "../compiledFile.ts";
import { openCore } from "../core.ts";
import { jsonOf, type Line } from "../lines.ts";
import { writeOutput } from "../output.ts";
import { Answers } from "../service/answers.ts";
import { requestSchema } from "../service/requests.ts";

const HELP = `usage: irqscope service

For programs: reads requests from standard input, a line of JSON each, and answers on standard output, until standard
input ends. It compiles scenarios for a core that the program runs itself, and makes metrics, tables and pictures from the
results. The Python package uses it. docs/elsewhere.md has the format.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { positionals } = readArguments(args, {});
  const [word] = positionals;
  if (word !== undefined) throw new InputError({ subject: "arguments", reason: `"${word}" is unexpected` });
  // Ctrl-C is meant for the client, which may be an interactive session that continues.
  process.on("SIGINT", () => undefined);
  const core = await openCore();
  await writeOutput(greeting(core));
  const answers = new Answers(core);
  let number = 0;
  for await (const text of ownerLines()) await answer(answers, { number: ++number, text });
  return DONE;
}

/**
 * The first line: the head of compiled files, and the numbers of the event kinds at which core_step may stop.
 */
const greeting = (core: CoreModule): string =>
  lineOf({
    format: "irqscope-service",
    head: JSON.parse(new CompiledWriter(core).head),
    events: sim_event_kind,
  });

const anyRequest = z.looseObject({ id: z.number().int().min(0) });

/** An error in one request becomes the answer to that request. A line without an id has no answer: throws InputError. */
async function answer(answers: Answers, line: Line): Promise<void> {
  const subject = "standard input";
  const value = jsonOf(subject, line);
  const identified = anyRequest.safeParse(value);
  if (!identified.success)
    throw new InputError({ subject, field: `line ${line.number}`, reason: "is not a request with an id" });
  const { id } = identified.data;
  const tell = (fields: object) => writeOutput(lineOf({ id, ...fields }));
  try {
    const request = requestSchema.safeParse(value);
    if (!request.success) {
      const errors = describeIssues(requestSchema, value, request.error.issues);
      throw new InputError(...errors.map(({ field, message }) => ({ subject: field, reason: message })));
    }
    await tell({ end: true, ...(await answers.of(request.data, tell)) });
  } catch (error) {
    if (error instanceof InputError)
      await tell({ end: true, complaints: error.complaints.map(inWordsOfCaller) });
    else await tell({ end: true, fault: error instanceof Error ? error.message : String(error) });
  }
}

/** Options of the command as fields of requests. */
const FIELDS: Readonly<Record<string, string>> = {
  "--set": "settings",
  "--show": "metrics",
  "--window": "window",
  "--width": "width",
};

const inWordsOfCaller = ({ subject, ...rest }: Parameters<typeof complaintText>[0]): string =>
  complaintText({ ...rest, subject: FIELDS[subject] ?? subject });

export const command: Command = {
  summary: "answer requests of another program until it ends",
  help: HELP,
  run,
};

// ---- standard input: when it ends, the service ends at once ----

/** Time in which a running machine must notice that its owner has gone. */
const GRACE_MILLISECONDS = 500;

/** A separate thread reads, because a running machine keeps the main thread from reading. */
const READER = `
const { createReadStream } = require("node:fs");
const { parentPort } = require("node:worker_threads");
const end = () => {
  parentPort.postMessage(null);
  setTimeout(() => process.kill(process.pid, "SIGKILL"), ${GRACE_MILLISECONDS});
};
createReadStream("", { fd: 0, highWaterMark: 1 << 20 })
  .on("data", (chunk) => parentPort.postMessage(chunk))
  .on("end", end)
  .on("error", end);
`;

type Message = Uint8Array | null;

/** The lines of standard input. */
export function ownerLines(): AsyncIterable<string> {
  return createInterface({ input: Readable.from(ownerInput()) });
}

async function* ownerInput(): AsyncGenerator<Buffer> {
  const reader = new Worker(READER, { eval: true });
  reader.on("message", (chunk: Message) => {
    if (chunk === null) process.exit();
  });
  const messages: AsyncIterable<readonly unknown[]> = on(reader, "message");
  for await (const [chunk] of messages) if (chunk instanceof Uint8Array) yield Buffer.from(chunk);
}
