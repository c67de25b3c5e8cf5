import type { StudyPlan } from "../../../lib/study/plan.ts";
import type { ScenarioError } from "../../../scenarios/base/messages.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { Draft } from "../draft/draft.ts";

/** What each part of the form has. */
export interface PartProps {
  readonly draft: Draft;
  /** The first of the study; undefined: it is not loaded. */
  readonly scenario: Scenario | undefined;
  readonly onChange: (draft: Draft) => void;
}

/** Parts with fields of the scenario. */
export interface FieldPartProps extends PartProps {
  /** Id of the list of suggestions. */
  readonly fields: string;
}

export interface StudyFormProps extends PartProps {
  /** As the study was read last without an error. */
  readonly plan: StudyPlan | undefined;
  readonly errors: readonly ScenarioError[];
  /** The scenario of the page, as an id where it is a built-in one as it came. */
  readonly open: string | Scenario | undefined;
}
