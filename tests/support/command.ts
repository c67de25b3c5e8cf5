/** Runs the bundled command: in a process of its own as users do, or in one process for the calls of all files of a
 * worker, which loads the command once. */
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
  /** An empty folder of this test file, which is also the working directory. */
  readonly folder: string;
  readonly bundle: string;
  /** Runs in the process that serves all files of a worker. A call that may read standard input gets its own process. */
  run(...args: readonly string[]): Outcome;
  /** Runs in a process of its own, for messages about the start of the command. */
  alone(...args: readonly string[]): Outcome;
  /** Parsed standard output of a run with --json that must succeed. */
  json(...args: readonly string[]): unknown;
  /** Runs a script in sh, with $NODE and $IRQSCOPE set. */
  shell(script: string, input?: string): Outcome;
  /** Writes a file into the folder, and returns its name for the command. */
  file(name: string, content: string | Uint8Array): string;
}

/** The first file of a run that needs the command builds it, which takes some seconds on an idle host. */
const BUILD_MILLISECONDS = 300_000;
/** Longer than a test may take. */
const PATIENCE_MILLISECONDS = 120_000;

interface Link {
  readonly port: MessagePort;
  readonly answered: Int32Array;
}

/** One process that serves calls of the command. The first call starts it. */
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

  /** Kills the process. The next call starts another one. */
  #end(): void {
    this.#link?.port.close();
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
    return { port, answered };
  }
}

/** One process for each file that serves. It ends with the worker. */
const servers = new Map<string, CommandServer>();

function serverOf(path: string): CommandServer {
  const server = servers.get(path) ?? new CommandServer(path);
  servers.set(path, server);
  return server;
}

/** The command for the tests of one file. Call it outside of the tests. */
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
      timeout: PATIENCE_MILLISECONDS,
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
      timeout: PATIENCE_MILLISECONDS,
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
