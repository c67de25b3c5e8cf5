/** The flow of each packet, and its ring on a card with several rings. */
import { describe, expect, it } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { captureToScenario, DEFAULT_SCENARIO_OPTIONS } from "../../lib/captures/captureToScenario.ts";
import { captureToTraffic, DEFAULT_TRAFFIC_OPTIONS } from "../../lib/captures/captureToTraffic.ts";
import { readCapture } from "../../lib/captures/readCapture.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fastCore } from "../support/cores.ts";
import { ethernetFrame, fixture, OURS, PEER, pcapOf, type UdpShape, udpFrame } from "./captureFiles.ts";

const core = await fastCore();

/** Gives the first card that many rings, each with its own line. */
function withRings(scenario: Scenario, rings: number): unknown {
  const [nic, ...others] = scenario.machine.nics;
  const moreRings = Array.from({ length: rings - 1 }, () => ({ rxRingFrames: 8 }));
  return { ...scenario, machine: { ...scenario.machine, nics: [{ ...nic, moreRings }, ...others] } };
}

const trafficOf = (frames: readonly Uint8Array[]) =>
  captureToTraffic(
    readCapture(
      pcapOf(
        { order: "little" },
        frames.map((data, index) => ({ seconds: 1, fraction: index, data })),
      ),
    ),
    { ...DEFAULT_TRAFFIC_OPTIONS, hosts: [OURS, "02-00-0A-4D-00-01"] },
  );

const question: UdpShape = { from: PEER, to: OURS, sourcePort: 4000, destinationPort: 53 };
const answer: UdpShape = { from: OURS, to: PEER, sourcePort: 53, destinationPort: 4000 };
const other: UdpShape = { ...question, sourcePort: 4001 };

describe("flow numbers of a capture", () => {
  it("follow the first packet of each flow, and are the same for both directions", () => {
    const { events, report } = trafficOf([question, other, answer, other, question].map(udpFrame));
    expect(events.flows).toEqual([0, 1, 0, 1, 0]);
    expect(report.flowCount).toBe(2);
  });

  it("are omitted if there is one flow", () => {
    const { events, report } = trafficOf([question, answer].map(udpFrame));
    expect(events.flows).toBeUndefined();
    expect(report.flowCount).toBe(1);
  });

  it("distinguish stations where there is no address", () => {
    const arp = (from: number) =>
      ethernetFrame([2, 0, 10, 77, 0, 1], [2, 0, 10, 77, 0, from], 0x0806, new Uint8Array(28));
    const { events } = trafficOf([udpFrame(question), arp(2), arp(3), arp(2)]);
    expect(events.flows).toEqual([0, 1, 2, 1]);
  });

  it("are as many as an independent reader counts in the recorded capture", () => {
    const { events, report } = captureToTraffic(
      readCapture(fixture("two-hosts.pcap")),
      DEFAULT_TRAFFIC_OPTIONS,
    );
    expect(report.flowCount).toBe(66);
    const largest = Math.max(...Array.from({ length: 66 }, (_, flow) => countOf(events.flows ?? [], flow)));
    expect(largest).toBe(1142); // One UDP stream.
  });

  it("distribute frames over the rings of a card", () => {
    const { scenario } = captureToScenario(
      fixture("two-hosts.pcap"),
      "two-hosts.pcap",
      DEFAULT_SCENARIO_OPTIONS,
    );
    const result = parseScenario(withRings(scenario, 4));
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const machine = createMachine(core, compileScenario(result.scenario));
    machine.step(20_000_000);
    const lines = machine.counters().lines.slice(0, 4);
    expect(lines.every(({ asserted }) => asserted > 0)).toBe(true);
  });
});

function countOf(values: readonly number[], wanted: number): number {
  return values.filter((value) => value === wanted).length;
}
