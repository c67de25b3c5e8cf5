import type { CallFrame } from "../../lib/programs/calls.ts";
import type { ProgramPlaces } from "../../lib/programs/places.ts";
import { t } from "../text/t.ts";
import { hexText } from "./numbers.ts";
import { placeText } from "./placeText.ts";
import { showPlace } from "./programView.ts";
import type { ProgramState } from "./states.ts";

interface CallSectionProps {
  readonly state: ProgramState;
  readonly calls: readonly CallFrame[];
  readonly places: ProgramPlaces;
}

/** The function that pc stands in and its callers, the innermost first. */
export function CallSection({ state, calls, places }: CallSectionProps) {
  if (calls.length === 0) return <p className="section empty">{t("The thread is in no program now.")}</p>;
  return (
    <ol className="calls t-12 no-marks" aria-label={t("Calls of {thread}", { thread: state.name })}>
      {calls.map((frame) => (
        <Frame key={frame.from} frame={frame} places={places} />
      ))}
    </ol>
  );
}

/** A call that is the last instruction of its function returns to where the next one begins. */
function inCaller(address: number, places: ProgramPlaces): number {
  if (places.nameOf(address)?.includes("+") !== false) return address;
  const call = [address - 4, address - 2].find((one) => places.behindCall(one) === address);
  return call ?? address;
}

function Frame({
  frame: { address, from },
  places,
}: {
  readonly frame: CallFrame;
  readonly places: ProgramPlaces;
}) {
  const at = from === "pc" ? address : inCaller(address, places);
  const place = places.codeAt(at);
  const name = places.nameOf(at) ?? hexText(at);
  return (
    <li>
      {place?.line === undefined ? (
        <span>{name}</span>
      ) : (
        <button type="button" onClick={() => showPlace(place, address)}>
          {name}
        </button>
      )}
      <span className="calls__where ink-3">
        {placeText(place) ?? hexText(address)}
        {" \u00b7 "}
        {typeof from === "number" ? `[${hexText(from)}]` : from}
      </span>
    </li>
  );
}
