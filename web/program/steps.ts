/** Steps of a debugger as conditions to run to: the machine goes on as always, other threads and interrupts included. */
import { SIM_PROGRAM_RETURN } from "../../core-wasm/binding/layout.gen.ts";
import type { CallFrame } from "../../lib/programs/calls.ts";
import type { Stretch } from "../../lib/programs/listings.ts";
import type { ProgramPlaces } from "../../lib/programs/places.ts";
import type { ProgramState } from "./states.ts";

const SP = 2;

const threadOf = ({ name }: ProgramState) => `thread[${JSON.stringify(name)}]`;

/** To where its next instruction has taken effect. */
export function stepOn(state: ProgramState): string {
  return `${threadOf(state)}.executed != ${state.program.executed}`;
}

/** To where the instruction before has taken effect. */
export function stepBack(state: ProgramState): string {
  return `${threadOf(state)}.executed == ${Math.max(0, state.program.executed - 1)}`;
}

/** To another line of the source, also into a function that is called. */
export function stepLine(state: ProgramState, { address, end }: Stretch): string {
  const pc = `${threadOf(state)}.pc`;
  return `${pc} < ${address} or ${pc} >= ${end}`;
}

/** A call is gone through as a whole. */
export function stepOver(state: ProgramState, places: ProgramPlaces): string {
  const behind = places.behindCall(state.program.pc);
  return behind === undefined ? stepOn(state) : `${threadOf(state)}.pc == ${behind} and ${notDeeper(state)}`;
}

/** To the caller, or to the end of the program. */
export function stepOut(state: ProgramState, [, caller]: readonly CallFrame[]): string {
  const target = caller?.address ?? SIM_PROGRAM_RETURN;
  return `${threadOf(state)}.pc == ${target} and ${notDeeper(state)}`;
}

/** The stack grows down: what was called meanwhile has returned. */
function notDeeper(state: ProgramState): string {
  return `${threadOf(state)}.x.sp >= ${state.program.x[SP] ?? 0}`;
}
