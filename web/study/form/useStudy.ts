/** What the controls of a study share: the study as written, and the scenario that it is about. */
import { createContext, useContext } from "react";
import type { StudyPlan } from "../../../lib/study/plan.ts";
import type { ScenarioError } from "../../../scenarios/base/messages.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { Draft } from "../draft/draft.ts";

export interface StudyFormProps {
  readonly draft: Draft;
  /** The first scenario of the study. Undefined if it is not loaded. */
  readonly scenario: Scenario | undefined;
  /** The study when it was last read without an error. */
  readonly plan: StudyPlan | undefined;
  readonly errors: readonly ScenarioError[];
  /** The scenario of the page. An id if it is an unchanged built-in one. */
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
