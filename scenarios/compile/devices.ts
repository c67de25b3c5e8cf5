/** Interrupt lines, devices and locks as the core's records. */
import {
  SIM_NONE_8,
  sim_config,
  sim_line_config,
  sim_lock_config,
  sim_lock_kind,
  sim_lock_order,
  sim_lock_protocol,
  sim_trigger,
} from "../../core-wasm/binding/layout.gen.ts";
import { DEADLINE_BYTES, deadlineCycles } from "../base/deadline.ts";
import { at, writeRecord, writeScalar } from "../base/record.ts";
import type { DeviceRecords } from "../devices/device.ts";
import { DEVICE_KINDS, DEVICE_RECORDS } from "../devices/kinds.ts";
import { linesOf } from "../devices/lines.ts";
import type { Lock, Machine } from "../format/schema.ts";
import { type Indices, indexOf } from "./flatten.ts";

export function writeLocks(view: DataView, locks: readonly Lock[], indices: Indices): void {
  const routine = (name: string | undefined) =>
    name === undefined ? SIM_NONE_8 : indexOf(indices.routine, name);
  locks.forEach((lock, index) => {
    writeRecord(view, at(sim_config.fields.locks, index), sim_lock_config, {
      kind: sim_lock_kind[lock.kind],
      order: sim_lock_order[lock.order],
      acquire: routine(lock.acquire),
      poll: routine(lock.kind === "spin" ? lock.poll : undefined),
      release: routine(lock.release),
      protocol: sim_lock_protocol[lock.kind === "sleep" ? lock.protocol : "none"],
    });
  });
}

export function writeDevices(view: DataView, machine: Machine, indices: Indices): void {
  writeLines(view, machine);
  for (const { kind, list } of DEVICE_KINDS) {
    const { compile }: DeviceRecords = DEVICE_RECORDS[list];
    compile(view, machine[list], {
      clockHertz: machine.clockHertz,
      lineOf: ({ name }, ring) => indices.line({ [kind]: name, ring }),
    });
  }
}

function writeLines(view: DataView, machine: Machine): void {
  const { offset, type } = sim_config.fields.line_deadlines;
  linesOf(machine).forEach((line, index) => {
    const cycles = deadlineCycles(line.deadlineNanoseconds, machine.clockHertz);
    writeScalar(view, offset + DEADLINE_BYTES * index, type, cycles);
    writeRecord(view, at(sim_config.fields.lines, index), sim_line_config, {
      priority: line.priority,
      trigger: sim_trigger[line.trigger],
      masked: line.masked,
      loses_masked: line.losesMasked,
      core: line.core === "any" ? SIM_NONE_8 : line.core,
      context: line.context === "any" ? SIM_NONE_8 : line.context,
    });
  });
}
