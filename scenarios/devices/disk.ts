/** Disks: lines, steps, records and the page's view of a disk. */
import {
  SIM_NIC_LIMIT,
  sim_config,
  sim_disk_config,
  sim_disk_phase_names,
} from "../../core-wasm/binding/layout.gen.ts";
import { at, nameOf, unlessNever, writeRecord } from "../base/record.ts";
import {
  type ConditionsOf,
  type DeviceExports,
  type DeviceKind,
  type DeviceRecords,
  oneDriver,
  type StepsOf,
  type ViewOf,
} from "./device.ts";
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

export const diskExports = {
  events: {},
  series: [{ track: "dma", column: "dma_cycles", first: SIM_NIC_LIMIT }],
} as const satisfies DeviceExports;

export const diskSteps: StepsOf<DiskStep> = {
  "acknowledge-disk": () => ({ op: "acknowledge" }),
  "read-disk": ({ blocks }) => ({ op: "read-disk", target: blocks }),
  "write-disk": ({ blocks }) => ({ op: "write-disk", target: blocks }),
  "take-disk": () => ({ op: "take-disk" }),
  "wait-disk": ({ disk, ahead }) => ({
    op: "wait",
    condition: "disk-done",
    bits: ahead,
    label: `wait ${disk}`,
  }),
};

export const diskConditions: ConditionsOf<DiskCondition> = { "disk-done": () => ({}) };

export interface DiskView {
  /** fetch and store: its data move over the bus. medium: seek, then transfer. */
  readonly phase: "idle" | "fetch" | "medium" | "store";
  readonly seekUntilCycle: number | undefined;
  readonly mediumUntilCycle: number | undefined;
  /** Requests, the one under way included. */
  readonly held: number;
  /** Completed requests that software has not taken. */
  readonly done: number;
  readonly writes: boolean;
  /** Bytes of the present request. */
  readonly bytes: number;
  readonly dmaBytesDone: number;
}

export const diskView: ViewOf<DiskView> = ({ disks }, index) => {
  const disk = disks[index];
  return disk === undefined
    ? undefined
    : {
        phase: nameOf(sim_disk_phase_names, disk.phase),
        seekUntilCycle: unlessNever(disk.seek_until_cycle),
        mediumUntilCycle: unlessNever(disk.medium_until_cycle),
        held: disk.held,
        done: disk.done,
        writes: disk.writes !== 0,
        bytes: disk.bytes,
        dmaBytesDone: disk.dma_bytes_done,
      };
};
