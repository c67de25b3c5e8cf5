/** The moves of packets on the stage, from events. */
import { describe, expect, it } from "vitest";
import { sim_drop_cause, sim_run_state } from "../../../../core-wasm/binding/layout.gen.ts";
import type { MachineEvent } from "../../../../lib/events/events.ts";
import type { Box } from "../../../../web/simulate/figure/shapes.ts";
import {
  createMoveTeller,
  type FlowNames,
  knownFrom,
  type Move,
  merged,
  movesOf,
  NOTHING_KNOWN,
  reversed,
} from "../../../../web/simulate/flow/choreography.ts";
import { pathOf } from "../../../../web/simulate/flow/moves.ts";
import { openEngine } from "../../engine/support.ts";
import { scenarioFile } from "../../scenarios/support.ts";

const NAMES: FlowNames = {
  nics: ["eth0", "eth1"],
  queues: ["backlog"],
  lines: ["eth0", "eth1"],
  threads: ["driver", "reader"],
  application: "thread:application",
};

let clock = 0;
function event(kind: MachineEvent["kind"], subject: number, value = 0, context = 255): MachineEvent {
  clock += 1;
  return { cycle: clock, kind, subject, value, context };
}

const lossOf = (cause: number, place: number) => cause | (place << 8) | (1 << 16);

const ways = (moves: readonly Move[]) =>
  moves.map(({ kind, from, to, packet, count }) => `${kind} ${from} > ${to} ${packet ?? "-"} x${count}`);

describe("the drawn packet", () => {
  it("keeps its number from the wire to the application", () => {
    const { moves, state } = movesOf(
      NOTHING_KNOWN,
      [
        event("frame-offered", 7),
        event("rx-fill", 0, 1),
        event("frame-offered", 8),
        event("rx-fill", 0, 2),
        event("rx-fill", 0, 1),
        event("queue-fill", 0, 1),
        event("queue-fill", 0, 0),
        event("frame-delivered", 7),
      ],
      NAMES,
    );
    expect(ways(moves)).toEqual([
      "token wire:eth0 > ring:eth0 7 x1",
      "token wire:eth0 > ring:eth0 8 x1",
      "token ring:eth0 > queue:backlog 7 x1",
      "token queue:backlog > thread:application 7 x1",
    ]);
    expect(state.rings[0]).toEqual([8]);
    expect(state.inHand).toBeUndefined();
  });

  it("has no number if it arrived before the known events", () => {
    const { moves } = movesOf(
      NOTHING_KNOWN,
      [event("rx-fill", 0, 4), event("queue-fill", 0, 3), event("frame-offered", 9), event("rx-fill", 0, 5)],
      NAMES,
    );
    expect(ways(moves)).toEqual(["token ring:eth0 > queue:backlog - x1", "token wire:eth0 > ring:eth0 9 x1"]);
  });

  it("falls at the place without room for it", () => {
    const { moves, state } = movesOf(
      NOTHING_KNOWN,
      [
        event("frame-offered", 5),
        event("frame-dropped", 5, lossOf(sim_drop_cause["rx-ring-full"], 1)),
        event("rx-fill", 0, 0),
        event("frame-dropped", 3, lossOf(sim_drop_cause["queue-full"], 0)),
      ],
      NAMES,
    );
    expect(ways(moves)).toEqual(["lost wire:eth1 > ring:eth1 5 x1", "lost ring:eth0 > queue:backlog 3 x1"]);
    expect(state.arrived).toEqual([]);
  });
});

describe("the drawn card with DMA", () => {
  it("moves received frames over the bus to memory", () => {
    const { moves } = movesOf(
      NOTHING_KNOWN,
      [
        event("frame-offered", 5),
        event("rx-fill", 1, 1),
        event("dma-begin", 5, 64),
        event("dma-end", 5, 64),
        event("dma-begin", 9, 64),
      ],
      NAMES,
    );
    expect(ways(moves)).toEqual(["token wire:eth1 > ring:eth1 5 x1", "token ring:eth1 > bus 5 x1"]);
  });

  it("fetches a frame to send, and sends it", () => {
    const { moves, state } = movesOf(
      NOTHING_KNOWN,
      [
        event("frame-offered", 6),
        event("tx-fill", 1, 1),
        event("dma-begin", 6, 64),
        event("dma-end", 6, 64),
        event("frame-sent", 6, 64),
        event("tx-fill", 1, 0),
      ],
      NAMES,
    );
    expect(ways(moves)).toEqual([
      "token thread:application > txqueue:eth1 6 x1",
      "token bus > txqueue:eth1 6 x1",
      "token txqueue:eth1 > wire:eth1 6 x1",
    ]);
    expect(state).toMatchObject({ arrived: [], sends: [[], []] });
  });

  it("keeps sent frames in its queue until software removes them, while another arrives", () => {
    const { moves, state } = movesOf(
      { ...NOTHING_KNOWN, sends: [[1, 2, 3]] },
      [
        event("frame-sent", 1, 64),
        event("frame-sent", 2, 64),
        event("frame-offered", 9),
        event("tx-fill", 0, 2),
        event("tx-fill", 0, 1),
        event("rx-fill", 0, 1),
      ],
      NAMES,
    );
    expect(ways(moves)).toEqual([
      "token txqueue:eth0 > wire:eth0 1 x1",
      "token txqueue:eth0 > wire:eth0 2 x1",
      "token wire:eth0 > ring:eth0 9 x1",
    ]);
    expect(state).toMatchObject({ arrived: [], sends: [[3]], rings: [[9]] });
  });
});

describe("the drawn delivery", () => {
  it("goes to the running thread", () => {
    const running = event("layer", (sim_run_state.running << 8) | (1 << 16), 0, 2);
    const { moves } = movesOf(
      NOTHING_KNOWN,
      [running, event("queue-fill", 0, 0), event("frame-delivered", 3, 0, 2)],
      NAMES,
    );
    expect(ways(moves)).toEqual(["token queue:backlog > thread:reader 3 x1"]);
  });
});

describe("the drawn packet numbers", () => {
  it.each([
    "demos/ring-overflow.json",
    "demos/two-cores.json",
    "demos/coalescing.json",
    "demos/run-to-completion.json",
  ])("are those in the machine: %s", async (file) => {
    const engine = await openEngine();
    const scenario = scenarioFile(file, { runCycles: 200_000 });
    engine.load(scenario);
    engine.runToEnd();
    const at = (from: number, cycle: number) =>
      engine.ask({ kind: "seek", from, target: { kind: "cycle", cycle }, tellsWay: true }, "at");
    const names: FlowNames = {
      nics: scenario.machine.nics.map(({ name }) => name),
      queues: scenario.software.queues.map(({ name }) => name),
      lines: [],
      threads: [],
      application: "thread:application",
    };
    const { view } = at(0, 60_000);
    let state = knownFrom(view);
    let moved = 0;
    for (let cycle = 60_000; cycle < 120_000; cycle += 1_500) {
      const next = at(cycle, cycle + 1_500);
      const played = movesOf(state, next.passed ?? [], names);
      moved += played.moves.length;
      state = played.state;
      const { held } = next.view;
      expect(state.queues.map((queue) => queue.slice(0, 32))).toEqual(
        held.queues.map((queue) => queue.map(({ number }) => number)),
      );
      expect(state.sends.map(({ length }) => length)).toEqual(next.view.nics.map(({ txFill }) => txFill));
      for (const [nic, ring] of held.rings.entries())
        expect(state.rings[nic]?.slice(0, ring.length)).toEqual(ring.map(({ number }) => number));
    }
    expect(moved).toBeGreaterThan(20);
  });
});

describe("moves of the playhead", () => {
  async function teller() {
    const engine = await openEngine();
    engine.load(scenarioFile("demos/ring-overflow.json", { runCycles: 200_000 }));
    engine.runToEnd();
    const at = (from: number, cycle: number) =>
      engine.ask({ kind: "seek", from, target: { kind: "cycle", cycle }, tellsWay: true }, "at");
    const tell = createMoveTeller({ ...NAMES, nics: ["eth0"], lines: [] });
    const go = (from: number, to: number, told: "way" | "jump" | "since 60000" = "way") => {
      const { passed } = at(told === "since 60000" ? 60_000 : from, to);
      const events = told === "jump" ? undefined : passed;
      return tell({ fromCycle: from, toCycle: to, events, earlier: at(from, from).view });
    };
    const numbers = (moves: readonly Move[]) => moves.flatMap(({ packet }) => packet ?? []);
    return { go, numbers };
  }

  it("use the machine's numbers after a jump, whatever was shown before", async () => {
    const { go, numbers } = await teller();
    go(60_000, 61_500);
    go(61_500, 120_000, "jump");
    const behind = go(120_000, 130_000);
    expect(numbers(behind).length).toBeGreaterThan(2);
    const other = await teller();
    expect(numbers(behind)).toEqual(other.numbers(other.go(120_000, 130_000)));
    expect(behind.filter(({ kind, packet }) => kind === "token" && packet === undefined)).toEqual([]);
  });

  it("show each move once if two pictures were requested at once", async () => {
    const { go } = await teller();
    go(60_000, 65_000);
    const alone = go(65_000, 70_000);
    const again = await teller();
    again.go(60_000, 65_000);
    expect(alone.length).toBeGreaterThan(2);
    expect(again.go(65_000, 70_000, "since 60000")).toEqual(alone);
  });
});

describe("the drawn processor", () => {
  it("empties its registers at a save and fills them at a restore", () => {
    const layer = (now: number, before: number) => event("layer", now << 8, before << 8, 2);
    const { running, saving, restoring } = sim_run_state;
    const { moves } = movesOf(
      NOTHING_KNOWN,
      [layer(saving, running), layer(saving, saving), layer(running, saving), layer(restoring, running)],
      NAMES,
    );
    expect(ways(moves)).toEqual(["registers context:3 > saved - x1", "registers saved > context:3 - x1"]);
  });

  it("highlights the line and the entry", () => {
    const { moves } = movesOf(NOTHING_KNOWN, [event("line-asserted", 1), event("entry-step", 2, 1)], NAMES);
    expect(ways(moves)).toEqual(["pulse line:eth1 > line:eth1 - x1", "pulse entry > entry - x1"]);
  });
});

describe("several drawn moves of one kind at once", () => {
  const { moves } = movesOf(
    NOTHING_KNOWN,
    [1, 2, 3].flatMap((packet) => [event("frame-offered", packet), event("rx-fill", 0, packet)]),
    NAMES,
  );

  it("are one move with a count", () => {
    expect(ways(merged(moves))).toEqual(["token wire:eth0 > ring:eth0 3 x3"]);
  });

  it("go back in reverse order on a step back", () => {
    expect(ways(reversed(moves))).toEqual([
      "token ring:eth0 > wire:eth0 3 x1",
      "token ring:eth0 > wire:eth0 2 x1",
      "token ring:eth0 > wire:eth0 1 x1",
    ]);
  });
});

describe("the path of a drawn move", () => {
  const boxes = new Map<string, Box>([
    ["wire:eth0", { x: 0, y: 100, width: 50, height: 20 }],
    ["ring:eth0", { x: 100, y: 90, width: 80, height: 40 }],
  ]);
  const pathOfKind = (kind: Move["kind"]) =>
    pathOf({ kind, from: "wire:eth0", to: "ring:eth0", packet: 1, count: 1 }, (part) => boxes.get(part));

  it("ends for a token in the middle of the ring", () => {
    expect(pathOfKind("token")?.[0]).toMatchObject({ x: 25, y: 110 });
    expect(pathOfKind("token")?.at(-1)).toMatchObject({ x: 140, y: 110, opacity: 0 });
  });

  it("leads for a lost packet to the ring's edge, back and down", () => {
    const path = pathOfKind("lost") ?? [];
    expect(Math.max(...path.map(({ x }) => x))).toBe(100);
    expect(path.at(-1)?.x).toBeLessThan(100);
    expect(path.at(-1)?.y).toBeGreaterThan(150);
    expect(path.at(-1)?.scale).toBeGreaterThan(1.5);
  });

  it("is absent if a part is not on the stage", () => {
    const move = { kind: "token", from: "wire:eth0", to: "queue:x", packet: 1, count: 1 } as const;
    expect(pathOf(move, (part) => boxes.get(part))).toBeUndefined();
  });
});
