/** What the controls of a study have in common: the study as it is written, and what it is about. */
import { createContext, useContext } from "react";
import type { StudyPlan } from "../../../lib/study/plan.ts";
import type { ScenarioError } from "../../../scenarios/base/messages.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { Draft } from "../draft/draft.ts";

export interface StudyFormProps {
  readonly draft: Draft;
  /** The first scenario of the study; undefined: it is not loaded. */
  readonly scenario: Scenario | undefined;
  /** As the study was read last without an error. */
  readonly plan: StudyPlan | undefined;
  readonly errors: readonly ScenarioError[];
  /** The scenario of the page, as an id where it is a built-in one as it came. */
  readonly open: string | Scenario | undefined;
  readonly onChange: (draft: Draft) => void;
}

interface StudyFacts extends StudyFormProps {
  /** Ids of the lists of suggestions. */
  readonly fieldList: string;
  readonly metricList: string;
}

export const StudyContext = createContext<StudyFacts | undefined>(undefined);

export function useStudy(): StudyFacts {
  const facts = useContext(StudyContext);
  if (facts === undefined) throw new Error("no study around this control");
  return facts;
}
