/** A card with a host behind it, counted from the event log and by hand. */
import { readFileSync } from "node:fs";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { distributionAt, type Expected, type Latencies } from "./fromEvents.ts";
import { frames, type HandMachine, machine } from "./handMachine.ts";
import type { Recorded } from "./recorded.ts";

const CHECK_SEQUENCE_BYTES = 4;

/** The C program that asks its host by ARP, pings it, and answers its pings and datagrams. */
export function echoInC(): Scenario {
  const file = new URL("../../../scenarios/programs/echo-in-c.json", import.meta.url);
  const parsed = parseScenario(readFileSync(file, "utf8"));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

/** Requests of a program that answers every frame in order, and sends no others of these sizes. */
export function requestCounts(run: Recorded): Latencies {
  const { clockHertz, nics } = run.scenario.machine;
  const place = `nic.${nics[0]?.name}`;
  const lengths = run.scenario.traffic.flatMap((traffic) => {
    const size = traffic.kind === "trace" ? 0 : Number(traffic.sizeBytes);
    const sent = run.of("frame-sent").filter(({ value }) => value === size - CHECK_SEQUENCE_BYTES);
    const asked = run.of("frame-offered").filter(({ value }) => value === size);
    return asked.map(({ cycle }, index) => (sent[index]?.cycle ?? Number.NaN) - cycle);
  });
  const { exact, near } = distributionAt(
    `${place}.request.latency`,
    clockHertz,
    lengths.toSorted((a, b) => a - b),
  );
  const counts: Expected = new Map([
    ...exact,
    [`${place}.request.count`, lengths.length],
    [`${place}.request.answered`, lengths.length],
    [`${place}.host.answered`, run.of("frame-offered").length - run.of("frame-sent").length - lengths.length],
  ]);
  return { exact: counts, near };
}

/** The host asks for 20 addresses at once, and the program answers none of 1,100 frames. At most 16 answers are under
 * way, and the host waits for 1,024 requests. */
export const HOSTED: HandMachine = {
  name: "a card with a host",
  parts: {
    machine: machine({
      nics: [
        { name: "n", driver: "program", rxRingFrames: 2, txQueueFrames: 20, host: { answerCycles: 300 } },
      ],
    }),
    software: {
      programs: { memoryBytes: 4096 },
      routines: [
        {
          name: "driver",
          kind: "program",
          program: {
            source: `
        li   s0, NIC0_BASE
        la   t0, rx
        sw   t0, 0x00(s0)          # RXBASE
        la   t2, tx
        sw   t2, 0x10(s0)          # TXBASE
        li   t0, 2
        sw   t0, 0x04(s0)          # RXSIZE
        sw   t0, 0x0c(s0)          # RXTAIL
        li   t3, 20
        sw   t3, 0x14(s0)          # TXSIZE
        la   t1, question
        li   t4, 42
fill:   sw   t1, 0(t2)
        sw   t4, 4(t2)
        addi t2, t2, 16
        addi t3, t3, -1
        bnez t3, fill
        li   t0, 20
        sw   t0, 0x1c(s0)          # TXTAIL
give:   lw   t0, 0x08(s0)          # RXHEAD
        addi t0, t0, 2
        sw   t0, 0x0c(s0)          # RXTAIL
        j    give
        .data
        .align 2
rx:     .word buffer, 0, 0, 0, buffer, 0, 0, 0
tx:     .zero 320
question:
        .byte 255, 255, 255, 255, 255, 255, 2, 0, 0, 0, 0, 1, 8, 6
        .byte 0, 1, 8, 0, 6, 4, 0, 1, 2, 0, 0, 0, 0, 1, 10, 0, 0, 1
        .byte 0, 0, 0, 0, 0, 0, 10, 1, 2, 3, 0, 0
buffer: .zero 64
`,
          },
        },
      ],
      threads: [
        {
          name: "driver",
          layer: "driver-isr",
          priority: 3,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "driver" }],
        },
      ],
    },
    traffic: [{ ...frames("n", 1100, 60), startCycle: 5000 }],
  },
  cycles: 80_000,
  expected: {
    "nic.n.host.heard": 20,
    "nic.n.host.answered": 16,
    "nic.n.host.unanswered": 20 - 16,
    "nic.n.request.count": 1100,
    "nic.n.request.answered": 0,
    "nic.n.request.givenUp": 1100 - 1024,
  },
};
