/** Send coalescing, cut-through in both directions and disk buffers from the scenario file to the core's record. */
import { describe, expect, test } from "vitest";
import { sim_config, sim_disk_config, sim_nic_config } from "../../core-wasm/binding/layout.gen.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";

const scenario = (nic: object, disk: object = {}) =>
  parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "send",
    machine: {
      nics: [{ name: "card", lineRateBitPerSecond: 1_000_000_000, ...nic }],
      disks: [{ name: "disk", rateBitPerSecond: 1_000_000, ...disk }],
    },
    software: { threads: [] },
    traffic: [],
  });

function compiled(nic: object, disk: object): DataView {
  const result = scenario(nic, disk);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const view = new DataView(new ArrayBuffer(sim_config.size));
  compileScenario(result.scenario).writeConfig(view, true);
  return view;
}

describe("the core's record of a send path", () => {
  const nic = sim_config.fields.nics.offset;
  const disk = sim_config.fields.disks.offset;

  test("has the values of the file", () => {
    const txCoalescing = {
      frames: 8,
      absoluteNanoseconds: 1000,
      packetNanoseconds: 300,
      throttleNanoseconds: 50,
    };
    const view = compiled(
      { txCoalescing, txCutThroughBytes: 64, rxCutThroughBytes: 32 },
      { bufferAddress: 0x4000 },
    );
    const { fields } = sim_nic_config;
    expect(view.getUint16(nic + fields.tx_coalesce_frames.offset, true)).toBe(8);
    expect(view.getUint32(nic + fields.tx_absolute_nanoseconds.offset, true)).toBe(1000);
    expect(view.getUint32(nic + fields.tx_packet_nanoseconds.offset, true)).toBe(300);
    expect(view.getUint32(nic + fields.tx_throttle_nanoseconds.offset, true)).toBe(50);
    expect(view.getUint32(nic + fields.tx_cut_through_bytes.offset, true)).toBe(64);
    expect(view.getUint32(nic + fields.rx_cut_through_bytes.offset, true)).toBe(32);
    expect(view.getUint32(disk + sim_disk_config.fields.buffer_address.offset, true)).toBe(0x4000);
  });

  test("has the core's default for omitted values", () => {
    const view = compiled({}, {});
    expect(view.getUint16(nic + sim_nic_config.fields.tx_coalesce_frames.offset, true)).toBe(1);
    expect(view.getUint32(disk + sim_disk_config.fields.buffer_address.offset, true)).toBe(0); // Unchanged.
  });
});

describe("a send path is refused", () => {
  test.each([
    [{ txCoalescing: { frames: 0 } }, "machine.nics[0].txCoalescing", "never asks for an interrupt"],
    [
      { lineRateBitPerSecond: "ideal", txCutThroughBytes: 64 },
      "machine.nics[0].txCutThroughBytes",
      "needs a line rate",
    ],
    [
      { lineRateBitPerSecond: "ideal", rxCutThroughBytes: 64 },
      "machine.nics[0].rxCutThroughBytes",
      "needs a line rate",
    ],
    [{ receive: "remote", rxCutThroughBytes: 64 }, "machine.nics[0].rxCutThroughBytes", 'mode "ring"'],
    [
      { offloads: { mergeBytes: 3000, mergeNanoseconds: 10 }, rxCutThroughBytes: 64 },
      "machine.nics[0].rxCutThroughBytes",
      "receive merge off",
    ],
  ])("%j", (nic, field, message) => {
    const result = scenario(nic);
    if (result.ok) throw new Error("was taken");
    expect(result.errors).toHaveLength(1);
    expect(result.errors[0]).toMatchObject({ field });
    expect(result.errors[0]?.message).toContain(message);
  });
});
