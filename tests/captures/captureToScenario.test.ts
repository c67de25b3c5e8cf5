import { describe, expect, it } from "vitest";
import { captureToScenario, DEFAULT_SCENARIO_OPTIONS } from "../../lib/captures/captureToScenario.ts";
import { formatScenario } from "../../scenarios/format/format.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fixture } from "./captureFiles.ts";

const BYTES = fixture("two-hosts.pcap");

async function builtin(id: string): Promise<Scenario> {
  const result = await builtinScenario(id)?.load();
  if (result?.ok !== true) throw new Error(`${id} is no built-in scenario`);
  return result.scenario;
}

describe("a capture as a scenario", () => {
  it("is valid, runs past its last event, and is unchanged after being written and read", () => {
    const { scenario } = captureToScenario(BYTES, "two-hosts.pcap");
    expect(scenario.name).toBe("Capture two-hosts.pcap");
    expect(scenario.description).toContain("2,498 frames received, 1,259 sent in 2,202 ms");
    expect(scenario.runCycles).toBe(Math.ceil((2_202_224_337 + 10_000_000) / 5));
    expect(parseScenario(formatScenario(scenario))).toEqual({ ok: true, scenario });
  });

  it("keeps the machine, the software and the send path of another scenario", async () => {
    const machine = await builtin("figure-4");
    const { scenario } = captureToScenario(BYTES, "x.pcap", { ...DEFAULT_SCENARIO_OPTIONS, machine });
    expect(scenario.machine).toEqual(machine.machine);
    expect(scenario.software).toEqual(machine.software);
    expect(scenario.traffic[0]?.send).toEqual(machine.traffic[0]?.send);
  });

  it("omits sent packets on a machine that cannot send", async () => {
    const machine = await builtin("ring-overflow");
    const { scenario, report } = captureToScenario(BYTES, "x.pcap", { ...DEFAULT_SCENARIO_OPTIONS, machine });
    expect(report.leftOut.withoutPath).toBe(1259);
    const [traffic] = scenario.traffic;
    expect(traffic?.kind === "trace" && traffic.events.directions).toBe("r".repeat(2498));
  });

  it("omits received packets on a machine whose software does not receive", async () => {
    const machine = await builtin("000-send-three-contexts");
    const { scenario, report } = captureToScenario(BYTES, "x.pcap", { ...DEFAULT_SCENARIO_OPTIONS, machine });
    expect(report.leftOut.withoutPath).toBe(2498);
    const [traffic] = scenario.traffic;
    expect(traffic?.kind === "trace" && traffic.events.directions).toBe("s".repeat(1259));
  });

  it("is refused for a machine without a network card", async () => {
    const whole = await builtin("ring-overflow");
    const machine = { ...whole, machine: { ...whole.machine, nics: [] } };
    expect(() => captureToScenario(BYTES, "x.pcap", { ...DEFAULT_SCENARIO_OPTIONS, machine })).toThrow(
      'the machine "Ring overflow" has no network card',
    );
  });

  it("takes a name that the user gives", () => {
    const options = { ...DEFAULT_SCENARIO_OPTIONS, name: "Tuesday" };
    expect(captureToScenario(BYTES, "two-hosts.pcap", options).scenario.name).toBe("Tuesday");
  });

  it("truncates the name of a long file", () => {
    expect(captureToScenario(BYTES, "x".repeat(300)).scenario.name).toHaveLength(80);
  });
});
