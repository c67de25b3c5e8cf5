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
    <ol className="calls" aria-label={t("Calls of {thread}", { thread: state.name })}>
      {calls.map((frame) => (
        <Frame key={frame.from} frame={frame} places={places} />
      ))}
    </ol>
  );
}

function Frame({
  frame: { address, from },
  places,
}: {
  readonly frame: CallFrame;
  readonly places: ProgramPlaces;
}) {
  const place = places.codeAt(address);
  const name = places.nameOf(address) ?? hexText(address);
  return (
    <li>
      {place?.line === undefined ? (
        <span>{name}</span>
      ) : (
        <button type="button" onClick={() => showPlace(place, address)}>
          {name}
        </button>
      )}
      <span className="calls__where">
        {placeText(place) ?? hexText(address)}
        {" \u00b7 "}
        {typeof from === "number" ? `[${hexText(from)}]` : from}
      </span>
    </li>
  );
}
