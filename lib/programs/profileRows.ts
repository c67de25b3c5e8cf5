/** What a profile needs of the pipeline's rows: there are as many as instructions, so no more of each is read. */
import { type Machine, sim_window_row } from "../../core-wasm/binding/index.ts";

export interface ProfileRow {
  readonly first_cycle: number;
  /** Offsets from first_cycle by stage; SIM_NONE: never. */
  readonly enter: readonly number[];
  readonly stall: readonly number[];
  readonly end: number;
  readonly pc: number;
  readonly kind: number;
  readonly context: number;
  readonly thread: number;
  readonly routine: number;
  readonly flags: number;
}

const HIGH = 2 ** 32;

/** Those of the present window, up to `stages` of the pipeline. */
export function profileRows(machine: Machine, stages: number): readonly ProfileRow[] {
  const { fields, size } = sim_window_row;
  return machine.inspect(({ core, view }) => {
    const base = core.core_window_rows();
    return Array.from({ length: core.core_window_row_count() }, (_, index) => {
      const at = base + index * size;
      const first = at + fields.first_cycle.offset;
      const enter: number[] = [];
      const stall: number[] = [];
      for (let stage = 0; stage < stages; stage++) {
        enter.push(view.getUint32(at + fields.enter.offset + 4 * stage, true));
        stall.push(view.getUint8(at + fields.stall.offset + stage));
      }
      return {
        first_cycle: view.getUint32(first, true) + HIGH * view.getUint32(first + 4, true),
        enter,
        stall,
        end: view.getUint32(at + fields.end.offset, true),
        pc: view.getUint32(at + fields.pc.offset, true),
        kind: view.getUint8(at + fields.kind.offset),
        context: view.getUint8(at + fields.context.offset),
        thread: view.getUint8(at + fields.thread.offset),
        routine: view.getUint8(at + fields.routine.offset),
        flags: view.getUint8(at + fields.flags.offset),
      };
    });
  });
}
