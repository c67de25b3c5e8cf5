import { SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/layout.gen.ts";
import { type CallFrame, callStack } from "../../lib/programs/calls.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { t } from "../text/t.ts";
import { hexText } from "./numbers.ts";
import { showLine } from "./programView.ts";
import type { ProgramState } from "./states.ts";
import type { ProgramMoment } from "./useStates.ts";

interface CallSectionProps {
  readonly scenario: Scenario;
  readonly moment: ProgramMoment;
  readonly state: ProgramState;
}

/** The function at hand and who called it, the innermost first. */
export function CallSection({ scenario, moment, state }: CallSectionProps) {
  const { places, view } = moment;
  const bytes = view?.programs?.memory ?? new Uint8Array();
  if (state.at === undefined) return <p className="section empty">{t("The thread is in no program now.")}</p>;
  const top = SIM_PROGRAM_MEMORY_BASE + bytes.length - state.thread * scenario.software.programs.stackBytes;
  const frames = callStack(
    state.program,
    { base: SIM_PROGRAM_MEMORY_BASE, bytes, top },
    places.isReturnAddress,
  );
  return (
    <ol className="calls" aria-label={t("Calls of {thread}", { thread: state.name })}>
      {frames.map((frame) => (
        <Frame key={`${frame.from}`} frame={frame} moment={moment} />
      ))}
    </ol>
  );
}

function Frame({
  frame: { address, from },
  moment: { places },
}: {
  frame: CallFrame;
  moment: ProgramMoment;
}) {
  const place = places.codeAt(address);
  const name = places.nameOf(address) ?? hexText(address);
  return (
    <li>
      {place?.line === undefined ? (
        <span>{name}</span>
      ) : (
        <button type="button" onClick={() => showLine(place.routine, place.line ?? 1)}>
          {name}
        </button>
      )}
      <span className="calls__where">
        {place?.line === undefined ? hexText(address) : t("line {line}", { line: place.line })}
        {" \u00b7 "}
        {typeof from === "number" ? `[${hexText(from)}]` : from}
      </span>
    </li>
  );
}
