/** Runs the bundled command: as users do, or in one process for the calls of all files of a worker, which reads the command
 * once. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { afterAll, beforeAll, inject } from "vitest";
import { bundleIn, expectBundle, serverIn } from "./commandBundle.ts";

export interface Outcome {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface CommandUnderTest {
  /** An empty folder of this test file's own; also the working directory. */
  readonly folder: string;
  readonly bundle: string;
  /** In the process that serves all files of a worker; a call that may read standard input has its own. */
  run(...args: readonly string[]): Outcome;
  /** In a process of its own: what the command says of its own start is about that. */
  alone(...args: readonly string[]): Outcome;
  /** Parsed standard output of a run with --json that must succeed. */
  json(...args: readonly string[]): unknown;
  /** A script for sh, which finds $NODE and $IRQSCOPE. */
  shell(script: string, input?: string): Outcome;
  /** Writes into the folder; the name, as the command takes it. */
  file(name: string, content: string | Uint8Array): string;
}

/** The first file of a run that needs the command builds it: some seconds on a quiet host. */
const BUILD_MILLISECONDS = 300_000;
/** Longer than a test may take. */
const PATIENCE_MILLISECONDS = 120_000;

interface Link {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly answered: Int32Array;
}

/** One process that serves calls of the command, started by the first call. */
class CommandServer {
  readonly #server: string;
  #link: Link | undefined;

  constructor(server: string) {
    this.#server = server;
  }

  /** Waits for its end. */
  call(folder: string, args: readonly string[]): Outcome {
    this.#link ??= this.#start();
    const { port, answered } = this.#link;
    const before = Atomics.load(answered, 0);
    port.postMessage({ folder, args });
    Atomics.wait(answered, 0, before, PATIENCE_MILLISECONDS);
    const answer = receiveMessageOnPort(port);
    if (answer === undefined || answer.message.hasEnded === true) this.#end();
    if (answer === undefined) throw new Error(`irqscope ${args.join(" ")}: no answer`);
    return answer.message;
  }

  /** The next call starts another process. */
  #end(): void {
    void this.#link?.worker.terminate();
    this.#link = undefined;
  }

  #start(): Link {
    const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const { port1: port, port2 } = new MessageChannel();
    const worker = new Worker(new URL("commandLink.mjs", import.meta.url), {
      workerData: { server: this.#server, port: port2, answered },
      transferList: [port2],
      execArgv: [],
    });
    worker.unref();
    port.unref();
    return { worker, port, answered };
  }
}

/** By the file that serves: one process of a worker, which ends with the worker. */
const servers = new Map<string, CommandServer>();

function serverOf(path: string): CommandServer {
  const server = servers.get(path) ?? new CommandServer(path);
  servers.set(path, server);
  return server;
}

/** For the tests of one file: call it outside of them. */
export function testCommand(): CommandUnderTest {
  const built = inject("commandFolder");
  const folder = mkdtempSync(join(tmpdir(), "irqscope-test-"));
  beforeAll(() => expectBundle(built), BUILD_MILLISECONDS);
  const server = serverOf(serverIn(built));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const bundle = bundleIn(built);
  const alone = (...args: readonly string[]): Outcome => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, ...args], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    return { exitCode: status, output: stdout, errors: stderr };
  };
  const run = (...args: readonly string[]): Outcome =>
    args.includes("-") ? alone(...args) : server.call(folder, args);
  const shell = (script: string, input = ""): Outcome => {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", script], {
      cwd: folder,
      encoding: "utf8",
      input,
      env: { ...process.env, NODE: process.execPath, IRQSCOPE: bundle },
    });
    return { exitCode: status, output: stdout, errors: stderr };
  };
  return {
    folder,
    bundle,
    run,
    alone,
    shell,
    json: (...args) => {
      const { exitCode, output, errors } = run(...args, "--json");
      if (exitCode !== 0) throw new Error(`irqscope ${args.join(" ")}: exit code ${exitCode}: ${errors}`);
      return JSON.parse(output);
    },
    file: (name, content) => {
      writeFileSync(join(folder, name), content);
      return name;
    },
  };
}
