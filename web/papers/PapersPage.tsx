import "./papers.css";
import "./papersClaims.css";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Experiment, Paper } from "../../lib/papers/paper.ts";
import { storyScenario } from "../../lib/papers/storyScenario.ts";
import { createMachinePool } from "../engine/machinePool.ts";
import { translatedMessage } from "../text/message.ts";
import { type Label, t } from "../text/t.ts";
import { ExperimentCard } from "./ExperimentCard.tsx";
import { PaperSection, Progress, SourceList } from "./PaperSection.tsx";
import { createPapers, type ExperimentState, IDLE } from "./paperRuns.ts";
import { usePaperTexts } from "./usePaperTexts.ts";

/** Results stay while the page is open, whichever of its parts is shown. */
const gallery = createPapers(createMachinePool());

type Filter = "all" | "within" | "outside";

interface PapersPageProps {
  readonly onOpen: (paper: Paper, experiment: Experiment, run: string) => void;
  /** Opens the story of a built-in scenario. */
  readonly onStory: (scenarioId: string) => void;
  readonly onCompare: (paper: Paper, experiment: Experiment, runs: readonly [string, string]) => void;
}

export default function PapersPage({ onOpen, onStory, onCompare }: PapersPageProps) {
  const { papers, loading, loadError, experiments } = useStore(gallery.store);
  const [filter, setFilter] = useState<Filter>("all");
  usePaperTexts();
  useEffect(() => {
    if (gallery.store.getState().papers.length === 0) void gallery.load();
  }, []);
  const stateOf = ({ id }: Experiment): ExperimentState => experiments[id] ?? IDLE;
  const all = papers.flatMap((paper) => paper.experiments.map((experiment) => ({ paper, experiment })));
  const running = all.some(({ experiment }) => ["running", "waiting"].includes(stateOf(experiment).status));
  const shown = all.filter(({ experiment }) => isShown(filter, stateOf(experiment)));
  return (
    <main className="papers grow scroll anchor">
      <div className="papers__head flex wrap">
        <div>
          <h2 className="papers__title">{t("Published experiments, run again")}</h2>
          <p className="above-1 ink-2">
            {summaryText(
              all.map(({ experiment }) => stateOf(experiment)),
              all.flatMap(({ experiment }) => experiment.claims).length,
            )}
          </p>
        </div>
        <Legend />
        <FilterGroup
          filter={filter}
          counts={(which) => all.filter(({ experiment }) => isShown(which, stateOf(experiment))).length}
          onFilter={setFilter}
        />
        {running ? (
          <button type="button" className="btn" onClick={gallery.stop}>
            {t("Stop")}
          </button>
        ) : (
          <button
            type="button"
            className="btn btn--primary"
            disabled={loading}
            onClick={() => void gallery.runAll()}
          >
            {t("Run all")}
          </button>
        )}
      </div>
      {running ? <Progress states={all.map(({ experiment }) => stateOf(experiment))} /> : null}
      <SourceList
        papers={papers}
        stateOf={stateOf}
        shown={(paper) => shown.some((one) => one.paper === paper)}
      />
      {loading ? <p role="status">{t("Loading the experiments …")}</p> : null}
      {loadError === undefined ? null : <p role="alert">✕ {translatedMessage(loadError)}</p>}
      {papers.map((paper) => {
        const cards = shown.filter((one) => one.paper === paper);
        return cards.length === 0 ? null : (
          <PaperSection
            key={paper.id}
            paper={paper}
            states={paper.experiments.map(stateOf)}
            running={running}
            onRun={() => void gallery.runAll(paper)}
          >
            {cards.map(({ experiment }) => (
              <ExperimentCard
                key={experiment.id}
                paper={paper}
                experiment={experiment}
                state={stateOf(experiment)}
                onRun={() => void gallery.run(paper, experiment)}
                onOpen={(run) => onOpen(paper, experiment, run)}
                onStory={storyOpener(experiment, onStory)}
                onCompare={(runs) => onCompare(paper, experiment, runs)}
              />
            ))}
          </PaperSection>
        );
      })}
      {!loading && shown.length === 0 ? (
        <p className="above-1 ink-2">{t("No experiment matches. Run them first.")}</p>
      ) : null}
    </main>
  );
}

function storyOpener(experiment: Experiment, onStory: PapersPageProps["onStory"]): (() => void) | undefined {
  const id = storyScenario(experiment);
  return id === undefined ? undefined : () => onStory(id);
}

function isShown(filter: Filter, state: ExperimentState): boolean {
  if (filter === "all") return true;
  if (state.status !== "done") return false;
  const isWithin = state.judgements.every(({ verdict }) => verdict === "pass");
  return isWithin === (filter === "within");
}

function summaryText(states: readonly ExperimentState[], claims: number): string {
  const judged = states.flatMap((state) => (state.status === "done" ? state.judgements : []));
  if (judged.length === 0)
    return t("{claims} claims in {count} experiments. No results are stored: run them in this browser.", {
      claims,
      count: states.length,
    });
  const held = judged.filter(({ verdict }) => verdict === "pass").length;
  const rest = claims - judged.length;
  const gaps = { held, all: judged.length };
  return rest === 0
    ? t("{held} of {all} claims hold.", gaps)
    : t("{held} of {all} claims hold, {rest} have not been run.", { ...gaps, rest });
}

function Legend() {
  return (
    <ul className="legend flex wrap t-12 ink-2" aria-label={t("Marks")}>
      <li>
        <svg width="12" height="12" aria-hidden="true">
          <circle className="dots__printed hollow" cx="6" cy="6" r="4.5" />
        </svg>
        {t("printed")}
      </li>
      <li>
        <svg width="8" height="12" aria-hidden="true">
          <circle className="dots__simulated" cx="4" cy="6" r="2.8" />
        </svg>
        {t("simulated")}
      </li>
      <li>
        <svg width="22" height="12" aria-hidden="true">
          <rect className="dots__band" x="0" y="2" width="22" height="8" rx="4" />
        </svg>
        {t("tolerance")}
      </li>
      <li>
        <svg width="14" height="12" aria-hidden="true">
          <line className="dots__swept" x1="3" x2="3" y1="1" y2="11" />
          <line className="dots__swept" x1="8" x2="8" y1="1" y2="11" />
        </svg>
        {t("with other free parameters")}
      </li>
      <li className="loss">✕ {t("missed")}</li>
    </ul>
  );
}

const FILTERS: readonly (readonly [Filter, Label])[] = [
  ["all", "All|experiments"],
  ["within", "Within"],
  ["outside", "Outside"],
];

function FilterGroup({
  filter,
  counts,
  onFilter,
}: {
  readonly filter: Filter;
  readonly counts: (filter: Filter) => number;
  readonly onFilter: (filter: Filter) => void;
}) {
  return (
    <fieldset className="filter flex flush tight clip hair-2 r-2">
      <legend className="sr-only">{t("Experiments shown")}</legend>
      {FILTERS.map(([value, label]) => (
        <button key={value} type="button" aria-pressed={filter === value} onClick={() => onFilter(value)}>
          {t(label)} <span className="filter__count ink-3 digits">{counts(value)}</span>
        </button>
      ))}
    </fieldset>
  );
}
