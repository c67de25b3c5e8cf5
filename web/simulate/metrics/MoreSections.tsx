import type { Metrics } from "../../../lib/metrics/metrics.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { ApartSection } from "./ApartSection.tsx";
import { DeadlineSection } from "./DeadlineSection.tsx";
import { HeldSection } from "./HeldSection.tsx";
import { OwnMeasures } from "./OwnMeasures.tsx";

interface MoreSectionsProps {
  /** Undefined: the warm-up is not over. */
  readonly metrics: Metrics | undefined;
  readonly scenario: Scenario;
}

/** What need not come with the first page. */
export function MoreSections({ metrics, scenario }: MoreSectionsProps) {
  return (
    <>
      <OwnMeasures scenario={scenario} />
      {metrics === undefined ? null : (
        <>
          <DeadlineSection metrics={metrics} scenario={scenario} />
          <ApartSection metrics={metrics} scenario={scenario} />
          <HeldSection metrics={metrics} scenario={scenario} />
        </>
      )}
    </>
  );
}
