/** Standard input of a service: when it ends, so does the service, whatever it is doing. */
import { on } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { DONE } from "../command.ts";

/** What a run under way may still take to see that its owner is gone. */
const GRACE_MILLISECONDS = 500;

/** A thread of its own reads, because a machine that runs keeps the other one from reading. */
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

/** Its lines. */
export function ownerLines(): AsyncIterable<string> {
  return createInterface({ input: Readable.from(ownerInput()) });
}

async function* ownerInput(): AsyncGenerator<Buffer> {
  const reader = new Worker(READER, { eval: true });
  reader.on("message", (chunk: Message) => {
    if (chunk === null) process.exit(DONE);
  });
  const messages: AsyncIterable<readonly unknown[]> = on(reader, "message");
  for await (const [chunk] of messages) if (chunk instanceof Uint8Array) yield Buffer.from(chunk);
}
