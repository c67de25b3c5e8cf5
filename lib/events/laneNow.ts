/** The activity of a context in a machine between two cycles. */
import { SIM_NONE_8, sim_layer, sim_run_state, type View } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { cpuOf } from "../../scenarios/software/contexts.ts";
import type { LaneLevel } from "../breakpoints/lane.ts";

const EMPTY_LANE: LaneLevel = {
  layer: sim_layer.idle,
  runState: sim_run_state.waiting,
  thread: SIM_NONE_8,
};

/** The activity of a context, computed from the view of the machine by the rules of the core's LAYER events. */
export function laneNow(view: View, machine: Scenario["machine"], context: number): LaneLevel {
  const frames = view.frames.slice(0, view.frame_count);
  const cpu = cpuOf(machine, context);
  const running = frames.find(
    (frame) => frame.run_state >= sim_run_state.running && cpuOf(machine, frame.context) === cpu,
  );
  if (running !== undefined && view.cpus[cpu]?.active_context === context) {
    const isOwnWork = running.run_state === sim_run_state.running;
    const layer = isOwnWork ? running.layer : sim_layer["save-restore"];
    return { layer, runState: running.run_state, thread: running.thread };
  }
  const [best] = frames
    .filter((frame) => frame.context === context && frame.run_state === sim_run_state.ready)
    .sort((a, b) => a.priority - b.priority || a.thread - b.thread);
  if (best === undefined) return EMPTY_LANE;
  return { layer: best.layer, runState: best.run_state, thread: best.thread };
}
