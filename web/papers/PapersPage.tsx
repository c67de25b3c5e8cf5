import type { EventPlace } from "../../scenarios/story/story.ts";
import "./papers.css";
import "./papersClaims.css";
import { Suspense, useEffect, useState } from "react";
import { useStore } from "zustand";
import { factsOf, scoreOf } from "../../lib/papers/facts.ts";
import type { Judgement } from "../../lib/papers/judge.ts";
import type { Experiment, Paper } from "../../lib/papers/paper.ts";
import { storyScenario } from "../../lib/papers/storyScenario.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { createMachinePool } from "../engine/machinePool.ts";
import { translatedMessage } from "../text/message.ts";
import { type Label, t } from "../text/t.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import { ExperimentCard } from "./ExperimentCard.tsx";
import { scoreText } from "./numbers.ts";
import { PaperSection, Progress } from "./PaperSection.tsx";
import { createPapers, type ExperimentState, IDLE } from "./paperRuns.ts";
import { SourceList } from "./SourceList.tsx";
import { useAreForms, usePaperAddress } from "./usePaperAddress.ts";
import { usePaperTexts } from "./usePaperTexts.ts";

/** Results stay while the page is open, whichever part is shown. */
const gallery = createPapers(createMachinePool());

type Filter = "all" | "within" | "outside";

const FormsPage = lazyPart(() => import("./FormsPage.tsx"));

interface PapersPageProps {
  /** The machine opens as usual if there is no place. */
  readonly onOpen: (paper: Paper, experiment: Experiment, run: string, at?: EventPlace) => void;
  /** Opens the story of a built-in scenario. */
  readonly onStory: (scenarioId: string) => void;
  readonly onCompare: (paper: Paper, experiment: Experiment, runs: readonly [string, string]) => void;
  /** Opens a machine of a closed form. */
  readonly onOpenMachine: (scenario: Scenario) => void;
}

export default function PapersPage(props: PapersPageProps) {
  return useAreForms() ? (
    <Suspense fallback={<main className="papers grow" aria-busy="true" />}>
      <FormsPage onOpen={props.onOpenMachine} />
    </Suspense>
  ) : (
    <Experiments {...props} />
  );
}

function Experiments({ onOpen, onStory, onCompare }: PapersPageProps) {
  const { papers, loading, loadError, experiments, stored } = useStore(gallery.store);
  const [filter, setFilter] = useState<Filter>("all");
  usePaperTexts();
  useEffect(() => {
    if (gallery.store.getState().papers.length === 0) void gallery.load();
  }, []);
  usePaperAddress(papers.length > 0);
  const stateOf = ({ id }: Experiment): ExperimentState => experiments[id] ?? IDLE;
  /** Judgements from this browser, otherwise from the release. */
  const judgementsOf = (experiment: Experiment): readonly Judgement[] => {
    const state = stateOf(experiment);
    return state.status === "done" ? state.judgements : (stored.get(experiment.id)?.judgements ?? []);
  };
  const all = papers.flatMap((paper) => paper.experiments.map((experiment) => ({ paper, experiment })));
  const running = all.some(({ experiment }) => ["running", "waiting"].includes(stateOf(experiment).status));
  const shown = all.filter(({ experiment }) => isShown(filter, judgementsOf(experiment)));
  const judged = new Map(
    all.flatMap(({ experiment }) => judgementsOf(experiment).map((one) => [one.claim.id, one] as const)),
  );
  const judgementOf = (claim: string) => judged.get(claim);
  const passes = (claim: string) => judgementOf(claim)?.verdict === "pass";
  const release = [...stored.values()][0];
  return (
    <main className="papers grow scroll anchor">
      <div className="papers__head flex wrap">
        <div>
          <h2 className="papers__title">{t("Published experiments, run again")}</h2>
          <p className="above-1 ink-2">
            {judged.size === 0
              ? t("{count} experiments.", { count: all.length })
              : t("{score} hold.", { score: scoreText(scoreOf(papers.flatMap(factsOf), passes)) })}{" "}
            {release === undefined
              ? ""
              : t(
                  "Grey results were computed at release {program}, with model {model}: run them again here.",
                  {
                    program: release.program,
                    model: release.model,
                  },
                )}
          </p>
        </div>
        <Legend />
        <FilterGroup
          filter={filter}
          counts={(which) => all.filter(({ experiment }) => isShown(which, judgementsOf(experiment))).length}
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
      <SourceList papers={papers} judgementOf={judgementOf} />
      {loading ? <p role="status">{t("Loading the experiments …")}</p> : null}
      {loadError === undefined ? null : <p role="alert">✕ {translatedMessage(loadError)}</p>}
      {papers.map((paper) => {
        const cards = shown.filter((one) => one.paper === paper);
        return cards.length === 0 ? null : (
          <PaperSection
            key={paper.id}
            paper={paper}
            states={paper.experiments.map(stateOf)}
            judgementOf={judgementOf}
            onOpen={(experiment, run, at) => onOpen(paper, experiment, run, at)}
            running={running}
            onRun={() => void gallery.runAll(paper)}
          >
            {cards.map(({ experiment }) => (
              <ExperimentCard
                key={experiment.id}
                paper={paper}
                experiment={experiment}
                state={stateOf(experiment)}
                stored={stored.get(experiment.id)}
                onRun={() => void gallery.run(paper, experiment)}
                onOpen={(run) => onOpen(paper, experiment, run)}
                onStory={storyOpener(experiment, onStory)}
                onCompare={(runs) => onCompare(paper, experiment, runs)}
              />
            ))}
          </PaperSection>
        );
      })}
      {!loading && shown.length === 0 ? <p className="above-1 ink-2">{t("No experiment matches.")}</p> : null}
    </main>
  );
}

function storyOpener(experiment: Experiment, onStory: PapersPageProps["onStory"]): (() => void) | undefined {
  const id = storyScenario(experiment);
  return id === undefined ? undefined : () => onStory(id);
}

function isShown(filter: Filter, judgements: readonly Judgement[]): boolean {
  if (filter === "all") return true;
  const isWithin = judgements.every(({ verdict }) => verdict === "pass" || verdict === "contradiction");
  return judgements.length > 0 && isWithin === (filter === "within");
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
      <li>◇ {t("the source contradicts itself")}</li>
      <li>
        <svg width="22" height="12" aria-hidden="true">
          <polygon className="dots__band" points="0,12 0,8 22,0 22,4" />
        </svg>
        {t("within 10 % of printed")}
      </li>
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
    <fieldset className="seg flush tight">
      <legend className="sr-only">{t("Experiments shown")}</legend>
      {FILTERS.map(([value, label]) => (
        <button key={value} type="button" aria-pressed={filter === value} onClick={() => onFilter(value)}>
          {t(label)} <span className="digits">{counts(value)}</span>
        </button>
      ))}
    </fieldset>
  );
}
