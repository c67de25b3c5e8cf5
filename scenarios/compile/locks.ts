/** Locks as records of the core. */
import {
  SIM_NONE_8,
  sim_config,
  sim_lock_config,
  sim_lock_kind,
  sim_lock_order,
  sim_lock_protocol,
} from "../../core-wasm/binding/layout.gen.ts";
import { at, writeRecord } from "../base/record.ts";
import type { Lock } from "../format/schema.ts";
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
