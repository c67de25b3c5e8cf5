import { Suspense, useMemo } from "react";
import { useStore } from "zustand";
import type { Listing } from "../../lib/programs/listings.ts";
import { useApp } from "../state/hooks.ts";
import { t, tCount } from "../text/t.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import { breakpointsInListing } from "./breakpoints.ts";
import type { StepKey } from "./debugKeys.ts";
import { conditionFrom, targetLine } from "./linkedListing.ts";
import { type NumberedProgram, programView } from "./programView.ts";
import { marksOf, shownState } from "./states.ts";
import { useChosenThread } from "./useChosenThread.ts";
import { useLineCosts } from "./useProfile.ts";
import type { ProgramMoment } from "./useStates.ts";
import { useToggleStop } from "./useToggleStop.ts";

const SourceView = lazyPart(() => import("./SourceView.tsx"));

interface LinkedSectionProps {
  readonly program: NumberedProgram;
  readonly listings: readonly Listing[];
  readonly shown: Listing;
  readonly moment: ProgramMoment;
  readonly onKey: (key: StepKey) => boolean;
}

/** A program that is not assembly of the scenario: the files that it was compiled from, and its instructions. */
export function LinkedSection({
  program: { index, routine },
  listings,
  shown,
  moment,
  onKey,
}: LinkedSectionProps) {
  const chosen = useStore(programView, (state) => state.thread);
  const wanted = useStore(programView, (state) => state.target);
  const all = useApp((state) => state.breakpoints);
  const marks = useMemo(
    () =>
      marksOf(moment.states, shownState(moment.states, chosen), ({ at, program }) =>
        at?.routine === index ? shown.lineAt(program.pc) : undefined,
      ),
    [moment.states, chosen, index, shown],
  );
  const stops = useMemo(() => breakpointsInListing(all, routine.name, shown), [all, routine.name, shown]);
  const costs = useLineCosts(index, shown.lineAt);
  const target = useMemo(
    () => (wanted?.routine === index ? { line: targetLine(wanted, shown) } : undefined),
    [wanted, index, shown],
  );
  const toggle = useToggleStop(false);
  const thread = useChosenThread();
  const words = moment.placed[index]?.program?.assembled?.words.length ?? 0;
  return (
    <>
      <div className="program__bar">
        <ListingChoice listings={listings} shown={shown} />
        <p className="program__outcome fill note">
          {tCount(words, "{count} word of code", "{count} words of code")}
        </p>
      </div>
      <Suspense fallback={<div className="program__source" aria-busy="true" />}>
        <SourceView
          name={routine.name}
          file={shown.file}
          text={shown.text}
          beside={{ marks, breakpoints: stops, costs }}
          target={target}
          onStop={(line) => toggle(conditionFrom(routine.name, shown, line, thread))}
          onCursor={(line) => programView.setState({ cursor: { routine: index, line } })}
          onKey={onKey}
        />
      </Suspense>
    </>
  );
}

function ListingChoice({ listings, shown }: Pick<LinkedSectionProps, "listings" | "shown">) {
  if (listings.length === 1) return <p className="program__file fill t-12 ink-2">{t("Instructions")}</p>;
  return (
    <label className="program__file fill t-12 ink-2">
      <span className="sr-only">{t("File or instructions")}</span>
      <select
        className="field"
        value={shown.file ?? ""}
        onChange={({ currentTarget: { value } }) =>
          programView.setState(
            value === "" ? { asInstructions: true } : { file: value, asInstructions: false },
          )
        }
      >
        {listings.map(({ file }) => (
          <option key={file ?? ""} value={file ?? ""}>
            {file ?? t("Instructions")}
          </option>
        ))}
      </select>
    </label>
  );
}
