/** Disks: lines, steps and records. */
import { sim_config, sim_disk_config } from "../../core-wasm/binding/layout.gen.ts";
import { at, writeRecord } from "../base/record.ts";
import { type ConditionsOf, type DeviceKind, type DeviceRecords, oneDriver, type StepsOf } from "./device.ts";
import type { Disk, DiskCondition, DiskStep } from "./diskSchema.ts";

export const disk = {
  kind: "disk",
  list: "disks",
  drivers: oneDriver,
} as const satisfies DeviceKind<Disk>;

export const diskRecords: DeviceRecords<Disk> = {
  compile(view, disks, { lineOf }) {
    writeRecord(view, 0, sim_config, { disk_count: disks.length });
    disks.forEach((one, index) => {
      writeRecord(view, at(sim_config.fields.disks, index), sim_disk_config, {
        rate_bit_per_second: one.rateBitPerSecond,
        least_seek_nanoseconds: one.leastSeekNanoseconds,
        most_seek_nanoseconds: one.mostSeekNanoseconds,
        block_bytes: one.blockBytes,
        queue_requests: one.queueRequests,
        status_by_fill: one.statusBy === "fill",
        ...(one.bufferAddress === undefined ? {} : { buffer_address: one.bufferAddress }),
        line: lineOf(one),
      });
    });
  },
  refusals: { names: { status_by_fill: "statusBy" } },
};

export const diskSteps: StepsOf<DiskStep> = {
  "acknowledge-disk": () => ({ op: "acknowledge" }),
  "read-disk": ({ blocks }) => ({ op: "read-disk", target: blocks }),
  "write-disk": ({ blocks }) => ({ op: "write-disk", target: blocks }),
  "take-disk": () => ({ op: "take-disk" }),
  "wait-disk": (step) => ({ op: "wait", condition: "disk-done", label: `wait ${step.disk}` }),
};

export const diskConditions: ConditionsOf<DiskCondition> = { "disk-done": () => ({}) };
