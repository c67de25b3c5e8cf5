/** Serves the engine in a worker, in time slices between which it reads messages. Under another name (tasks.ts) the
 * worker does the job of that name. */

import coreUrl from "../../core-wasm/binding/core.wasm?url";
import fastCoreUrl from "../../core-wasm/binding/core_fast.wasm?url";
import { type CoreModule, loadCore } from "../../core-wasm/binding/index.ts";
import { createEngine, type Engine } from "./engine.ts";
import type { ExportTask } from "./exportTasks.ts";
import type { LinkedTask } from "./linkedTasks.ts";
import type { MachineTask, ReachTask } from "./machineTasks.ts";
import type { ProfileTask } from "./profileTasks.ts";
import type { ProgramTools } from "./programTools.ts";
import { needsProgramTools, needsStudies, type ReplyEnvelope, type RequestEnvelope } from "./protocol.ts";
import { MissingPartError, NO_TOOLS } from "./run.ts";
import {
  AT_WORK_MS,
  EXPORT_WORKER,
  LINKED_WORKER,
  MACHINE_WORKER,
  PROFILE_WORKER,
  REACH_WORKER,
} from "./tasks.ts";

const waiting: RequestEnvelope[] = [];
let engine: Engine | undefined;
let scheduled = false;
let programTools: ProgramTools | undefined;
let studied: Promise<unknown> | undefined;
let programmed: Promise<unknown> | undefined;

/** A message from the worker to itself comes after the messages that have arrived, but before a timer. */
const tick = new MessageChannel();
tick.port1.onmessage = () => {
  scheduled = false;
  if (engine?.work()) schedule();
};

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  tick.port2.postMessage(undefined);
}

function post(reply: ReplyEnvelope): void {
  self.postMessage(reply, { transfer: transferables(reply) });
}

const openCore = (url: string): Promise<CoreModule> => loadCore(fetch(new URL(url, import.meta.url)));

async function startEngine(): Promise<void> {
  self.onmessage = (event: MessageEvent<RequestEnvelope>) => {
    if (engine === undefined) {
      const { kind, id, generation } = event.data;
      if (kind === "ping") post({ kind: "pong", id, generation });
      else waiting.push(event.data);
      return;
    }
    take(event.data, engine);
  };
  engine = createEngine({
    core: await openCore(coreUrl),
    now: () => performance.now(),
    programTools: () => {
      if (programTools === undefined) throw new MissingPartError(NO_TOOLS);
      return programTools;
    },
    post,
  });
  for (const request of waiting) take(request, engine);
}

function take(request: RequestEnvelope, to: Engine): void {
  const part = lateFor(request, to);
  if (part === undefined) hand(request, to);
  else void part.then(() => hand(request, to));
}

/** Loads the modules that a request needs before the engine gets it. If loading fails, the engine reports it, and the
 * next request tries again. */
function lateFor(request: RequestEnvelope, to: Engine): Promise<unknown> | undefined {
  if (needsStudies(request)) {
    studied ??= import("./studies.ts")
      .then(({ STUDIES }) => to.install(STUDIES))
      .catch(() => {
        studied = undefined;
      });
  }
  if (needsProgramTools(request)) {
    programmed ??= import("./programTools.ts")
      .then(({ PROGRAM_TOOLS }) => {
        programTools = PROGRAM_TOOLS;
      })
      .catch(() => {
        programmed = undefined;
      });
  }
  if (request.kind !== "load") return needsStudies(request) ? studied : undefined;
  // Machines that need fewer modules wait for those that need more, so that the page shows the machine that was
  // requested last.
  return studied && programmed ? Promise.all([studied, programmed]) : (studied ?? programmed);
}

function hand(request: RequestEnvelope, to: Engine): void {
  if (needsProgramTools(request) && programTools === undefined) {
    const { id, generation } = request;
    post({ id, generation, kind: "error", error: { code: "missing-part", message: NO_TOOLS } });
    return;
  }
  to.receive(request);
  schedule();
}

async function serveMachines(): Promise<void> {
  // If the fast core cannot be loaded, the small core does the same work.
  const core = openCore(fastCoreUrl).catch(() => openCore(coreUrl));
  // Requests that run the engine do not need it.
  const tasks = import("./machineTasks.ts");
  const atWork = () => self.postMessage("working");
  self.onmessage = async (event: MessageEvent<MachineTask>) => {
    const loading = setInterval(atWork, AT_WORK_MS);
    const [{ answerTask }, module] = await Promise.all([tasks, core]).finally(() => clearInterval(loading));
    self.postMessage(answerTask(module, event.data, atWork));
  };
  await Promise.all([core, tasks]);
}

/** Does one task. The page then ends the worker. */
async function serveTask<Task>(
  loading: Promise<(core: CoreModule, task: Task) => Iterable<unknown> | AsyncIterable<unknown>>,
): Promise<void> {
  const core = openCore(fastCoreUrl).catch(() => openCore(coreUrl));
  self.onmessage = async (event: MessageEvent<Task>) => {
    const [answer, module] = await Promise.all([loading, core]);
    for await (const part of answer(module, event.data)) self.postMessage(part);
  };
  await Promise.all([core, loading]);
}

/** Needs no machine. */
async function serveLinked(): Promise<void> {
  const loading = import("./linkedTasks.ts");
  self.onmessage = async (event: MessageEvent<LinkedTask>) => {
    for (const part of (await loading).answerLinked(event.data)) self.postMessage(part);
  };
  await loading;
}

const JOBS: Readonly<Record<string, () => Promise<void>>> = {
  [MACHINE_WORKER]: serveMachines,
  [LINKED_WORKER]: serveLinked,
  [EXPORT_WORKER]: () =>
    serveTask<ExportTask>(import("./exportTasks.ts").then(({ answerExport }) => answerExport)),
  [PROFILE_WORKER]: () =>
    serveTask<ProfileTask>(import("./profileTasks.ts").then(({ answerProfile }) => answerProfile)),
  [REACH_WORKER]: () =>
    serveTask<ReachTask>(import("./machineTasks.ts").then(({ answerReach }) => answerReach)),
};
const start = JOBS[self.name] ?? startEngine;
start().catch((error: unknown) => {
  // Thrown outside the promise it reaches the page as the worker's error event.
  setTimeout(() => {
    throw error;
  });
});

/** The buffers of a reply, to be moved and not copied. Every array of a reply has a buffer of its own. */
function transferables(reply: ReplyEnvelope): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  if (reply.kind === "window" || reply.kind === "overview" || reply.kind === "watched") collect(reply, found);
  if (reply.kind === "at") collect([reply.view.caches, reply.view.programs?.memory], found);
  return [...found];
}

function collect(value: unknown, found: Set<ArrayBuffer>): void {
  if (typeof value !== "object" || value === null) return;
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
    return;
  }
  for (const part of Object.values(value)) collect(part, found);
}
