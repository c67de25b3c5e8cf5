import { useEffect, useState } from "react";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { createPreviews, STRIP_WIDTH, type StripPath } from "../scenarios/gallery/previews.ts";
import { Schematic } from "../scenarios/gallery/Schematic.tsx";
import { WORDS } from "./words.ts";
import "../scenarios/gallery/gallery.css";

const SHOWN_CYCLES = 20_000;

/** The submitted machine, and the threads on its contexts at the end of the run: drawings that print sharp. */
export default function DesignPicture({ scenario }: { readonly scenario: Scenario }) {
  const [strip, setStrip] = useState<readonly StripPath[]>([]);
  const to = scenario.runCycles;
  const from = Math.max(0, to - SHOWN_CYCLES);
  useEffect(() => {
    const previews = createPreviews();
    let gone = false;
    previews.strip(scenario, { from, to }).then(
      (paths) => {
        if (!gone) setStrip(paths ?? []);
      },
      () => undefined,
    );
    return () => {
      gone = true;
      previews.close();
    };
  }, [scenario, from, to]);
  return (
    <figure className="sheet__machine">
      <figcaption className="lab__label">{WORDS.yourMachine(to - from)}</figcaption>
      <Schematic scenario={scenario} />
      <svg
        className="strip wide"
        viewBox={`0 0 ${STRIP_WIDTH} 26`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {strip.map(({ layer, path }) => (
          <path key={layer} data-layer={layer} d={path} />
        ))}
      </svg>
    </figure>
  );
}
