import "./details.css";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { cacheDetails, coreDetails } from "./coreDetails.ts";
import type { DetailGroup, DetailSubject } from "./detailRows.ts";
import { busDetails, nicDetails } from "./deviceDetails.ts";

interface DetailListProps {
  readonly name: string;
  readonly of: DetailSubject;
  readonly scenario: Scenario;
}

/** Loaded when the first of them is opened. */
export default function DetailList({ name, of, scenario }: DetailListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls when the window is low
    <section className="details__body scroll-down t-12 pad-3-4" tabIndex={0} aria-label={name}>
      <h3 className="details__title t-13 w-600">{name}</h3>
      {groupsFor(of, scenario).map(({ title, rows }) => (
        <div key={title ?? ""}>
          {title === undefined ? null : <h4>{title}</h4>}
          <dl>
            {rows.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}

function groupsFor(of: DetailSubject, scenario: Scenario): readonly DetailGroup[] {
  switch (of.kind) {
    case "core":
      return coreDetails(scenario, of.cycle);
    case "bus":
      return [{ title: undefined, rows: busDetails(scenario.machine) }];
    case "cache":
      return [{ title: undefined, rows: cacheDetails(of.level, scenario) }];
    case "nic": {
      const nic = scenario.machine.nics[of.nic];
      return nic === undefined ? [] : [{ title: undefined, rows: nicDetails(nic) }];
    }
  }
}
