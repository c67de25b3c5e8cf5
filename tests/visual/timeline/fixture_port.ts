/** A stand-in for the engine behind the page's real client, session and timeline. */
import type { EnginePort } from "../../../web/engine/port.ts";
import type { MachineView, Reply, ReplyEnvelope, RequestEnvelope } from "../../../web/engine/protocol.ts";
import { fixtureRows } from "./fixture_rows.ts";
import { createFixtureRun } from "./fixture_run.ts";

const REPLY_DELAY_MS = 40;

export function createFixturePort(contexts: number, frontier: number): EnginePort {
  const run = createFixtureRun(contexts);
  let listener: (reply: ReplyEnvelope) => void = () => undefined;

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
      activeContext: 0,
      entryStep: 0,
      entryThread: undefined,
      entryStepCyclesDone: 0,
      entryTaken: [],
      cpuWaitsForBus: false,
      queueFill: [queue],
      softPending: [],
      stages: [],
      frames: [],
      nics: [
        {
          nextArrivalCycle: undefined,
          assertedSinceCycle: undefined,
          dma: undefined,
          rxFill: rx,
          txFill: 0,
          status: 0,
          pending: false,
          masked: false,
          wireRxBusy: false,
          wireTxBusy: false,
          dropped: 0,
          offered: 0,
          delivered: 0,
        },
      ],
    };
  }

  return {
    post: (request) => {
      const reply = answer(request);
      if (reply === undefined) return;
      const send = (kind: Reply, id: number) => listener({ ...kind, id, generation: request.generation });
      setTimeout(() => {
        send(reply, request.id);
      }, REPLY_DELAY_MS);
      if (request.kind !== "load") return;
      const { runCycles: endCycle } = request.scenario;
      setTimeout(
        () => send({ kind: "progress", frontier, endCycle, cyclesPerSecond: 0 }, 0),
        2 * REPLY_DELAY_MS,
      );
    },
    listen: (onReply) => {
      listener = onReply;
    },
    close: () => undefined,
  };
}
