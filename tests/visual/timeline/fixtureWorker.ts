/** Replaces the engine behind the page's real client, session and timeline. Runs in its own worker, as the engine does,
 * so that making up data does not count as work of the page. */
import type { MachineView, Reply, ReplyEnvelope, RequestEnvelope } from "../../../web/engine/protocol.ts";
import { NO_MEMORY, nic, ring } from "../../web/simulate/stage/fixture.ts";
import { fixtureRows } from "./fixtureRows.ts";
import { createFixtureRun } from "./fixtureRun.ts";

const REPLY_DELAY_MS = 40;

/** The first message: what to make up. */
export interface FixtureStart {
  readonly kind: "fixture";
  readonly contexts: number;
  readonly frontier: number;
}

type Answers = (request: RequestEnvelope, send: (reply: ReplyEnvelope) => void) => void;
let answerTo: Answers = () => undefined;

function createAnswers(contexts: number, frontier: number): Answers {
  const run = createFixtureRun(contexts);

  function answer(request: RequestEnvelope): Reply | undefined {
    switch (request.kind) {
      case "load":
        return { kind: "loaded", endCycle: request.scenario.runCycles };
      case "window":
        return { kind: "window", window: run.window(request.from, request.to, request.columns, frontier) };
      case "overview":
        return { kind: "overview", overview: run.overview(request.columns, request.end, frontier) };
      case "rows":
        return { kind: "rows", rows: fixtureRows(request.from, request.to) };
      case "seek": {
        const cycle = request.target.kind === "cycle" ? request.target.cycle : request.from;
        return { kind: "at", view: viewAt(cycle), found: true };
      }
      default:
        return undefined;
    }
  }

  function viewAt(cycle: number): MachineView {
    const { rx, queue } = run.levelAt(cycle);
    return {
      cycle,
      cpus: [],
      waitsForBus: [false],
      lines: [],
      queueFill: [queue],
      softPending: [],
      ...NO_MEMORY,
      stages: [],
      frames: [],
      nics: [nic({ rxFill: rx, rings: [ring({ fill: rx })] })],
    };
  }

  return (request, send) => {
    const reply = answer(request);
    if (reply === undefined) return;
    const envelope = (kind: Reply, id: number): ReplyEnvelope => ({
      ...kind,
      id,
      generation: request.generation,
    });
    setTimeout(() => send(envelope(reply, request.id)), REPLY_DELAY_MS);
    if (request.kind !== "load") return;
    const { runCycles: endCycle } = request.scenario;
    const progress: Reply = { kind: "progress", frontier, endCycle, cyclesPerSecond: 0 };
    setTimeout(() => send(envelope(progress, 0)), 2 * REPLY_DELAY_MS);
  };
}

addEventListener("message", ({ data }: MessageEvent<FixtureStart | RequestEnvelope>) => {
  if (data.kind === "fixture") answerTo = createAnswers(data.contexts, data.frontier);
  else answerTo(data, (reply) => postMessage(reply));
});
