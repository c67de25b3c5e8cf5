/** The command as a process that serves one call after another: a call takes a third of the time of a process that
 * loads the whole command for it. Bundled by cli/build.mjs like the command. commandLink.mjs calls it. */
import { setTimeout } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { main, report } from "../../cli/main.ts";

interface Call {
  readonly folder: string;
  readonly args: readonly string[];
}

/** Collects what is written to a stream until it is read. */
function capture(stream: NodeJS.WriteStream): () => string {
  let parts: Buffer[] = [];
  stream.write = (data: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    parts.push(Buffer.from(data as Uint8Array));
    const done = rest.at(-1);
    if (typeof done === "function") process.nextTick(done);
    return true;
  };
  return () => {
    const text = Buffer.concat(parts).toString("utf8");
    parts = [];
    return text;
  };
}

/** A terminated worker ends well within this time. */
const END_MILLISECONDS = 5000;
const POLL_MILLISECONDS = 5;

const workers = new Set<Worker>();
process.on("worker", (worker: Worker) => {
  workers.add(worker);
  worker.once("exit", () => workers.delete(worker));
});

/** A remaining worker would keep its process from ending. */
async function haveWorkersEnded(): Promise<boolean> {
  const latest = performance.now() + END_MILLISECONDS;
  while (workers.size > 0 && performance.now() < latest) await setTimeout(POLL_MILLISECONDS);
  return workers.size === 0;
}

async function answer({ folder, args }: Call, output: () => string, errors: () => string): Promise<void> {
  process.chdir(folder);
  const exitCode = await main(args).catch(report);
  if (await haveWorkersEnded()) process.send?.({ exitCode, output: output(), errors: errors() });
  else
    process.send?.({
      exitCode: null,
      output: output(),
      errors: "the command left a worker and does not end",
    });
}

const output = capture(process.stdout);
const errors = capture(process.stderr);
process.on("message", (call: Call) => void answer(call, output, errors));
