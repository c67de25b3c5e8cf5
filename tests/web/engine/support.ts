/** The engine on the real core, driven without a worker. */
import { createMachine, type Machine } from "../../../core-wasm/binding/index.ts";
import { compileScenario } from "../../../scenarios/compile/compile.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { createEngine, type EngineOptions } from "../../../web/engine/engine.ts";
import { PROGRAM_TOOLS } from "../../../web/engine/programTools.ts";
import type { MachineView, Reply, ReplyEnvelope, Request, SeekTarget } from "../../../web/engine/protocol.ts";
import { STUDIES } from "../../../web/engine/studies.ts";
import { fastCore } from "../../support/cores.ts";

export const testCore = fastCore;

/** A machine that runs straight on without observers. Every other way to a cycle must give the same state. */
export async function straightMachine(scenario: Scenario): Promise<Machine> {
  return createMachine(await testCore(), compileScenario(scenario));
}

function isKind<K extends Reply["kind"]>(
  reply: Reply | undefined,
  kind: K,
): reply is Extract<Reply, { kind: K }> {
  return reply?.kind === kind;
}

export interface TestEngine {
  readonly replies: ReplyEnvelope[];
  /** Sends a request without working. Returns the id. */
  readonly send: (request: Request, generation?: number) => number;
  readonly work: () => boolean;
  /** Works until there is nothing to do. */
  readonly settle: () => void;
  readonly replyTo: (id: number) => Reply | undefined;
  /** Sends a request and works until the answer comes. */
  readonly ask: <K extends Reply["kind"]>(
    request: Request,
    kind: K,
    generation?: number,
  ) => Extract<Reply, { kind: K }>;
  readonly load: (scenario: Scenario, generation?: number) => void;
  readonly runToEnd: () => void;
  readonly seek: (from: number, target: SeekTarget) => { view: MachineView; found: boolean };
  readonly seekCycle: (cycle: number) => MachineView;
  readonly hashAt: (cycle: number) => string;
}

export async function openEngine(options: Partial<EngineOptions> = {}): Promise<TestEngine> {
  const replies: ReplyEnvelope[] = [];
  const engine = createEngine({
    core: await testCore(),
    now: () => performance.now(),
    programTools: () => PROGRAM_TOOLS,
    post: (reply) => replies.push(reply),
    ...options,
  });
  engine.install(STUDIES);
  let nextId = 1;
  let current = 1;

  const replyTo = (id: number): Reply | undefined => replies.find((reply) => reply.id === id);

  function send(request: Request, generation = current): number {
    const id = nextId++;
    engine.receive({ ...request, id, generation });
    return id;
  }

  function ask<K extends Reply["kind"]>(request: Request, kind: K, generation = current) {
    const id = send(request, generation);
    while (replyTo(id) === undefined) {
      if (!engine.work() && replyTo(id) === undefined) throw new Error(`no answer to ${request.kind}`);
    }
    const reply = replyTo(id);
    if (!isKind(reply, kind)) throw new Error(`${request.kind}: ${JSON.stringify(reply)}`);
    return reply;
  }

  const testEngine: TestEngine = {
    replies,
    send,
    work: engine.work,
    settle: () => {
      while (engine.work());
    },
    replyTo,
    ask,
    load: (scenario, generation = 1) => {
      ask({ kind: "load", scenario }, "loaded", generation);
      current = generation;
    },
    runToEnd: () => {
      send({ kind: "run-ahead", on: true });
      while (engine.work());
    },
    seek: (from, target) => ask({ kind: "seek", from, target }, "at"),
    seekCycle: (cycle) => ask({ kind: "seek", from: 0, target: { kind: "cycle", cycle } }, "at").view,
    hashAt: (cycle) => ask({ kind: "metrics", cycle }, "metrics").metrics.stateHash,
  };
  return testEngine;
}

/** A small seeded generator. The seed is printed, so that a failure can be repeated. */
export function randomSource(name: string): { next: (below: number) => number } {
  let state = Number(process.env.IRQSCOPE_TEST_SEED ?? Date.now() % 1_000_000_007);
  console.info(`${name}: IRQSCOPE_TEST_SEED=${state}`);
  return {
    next: (below) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return Math.floor(((state >>> 8) / 2 ** 23) * below);
    },
  };
}
