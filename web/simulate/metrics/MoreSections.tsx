import type { Metrics } from "../../../lib/metrics/metrics.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { ApartSection } from "./ApartSection.tsx";
import { DeadlineSection } from "./DeadlineSection.tsx";
import { HeldSection } from "./HeldSection.tsx";

/** What need not come with the first page. */
export default function MoreSections(props: { readonly metrics: Metrics; readonly scenario: Scenario }) {
  return (
    <>
      <DeadlineSection {...props} />
      <ApartSection {...props} />
      <HeldSection {...props} />
    </>
  );
}
