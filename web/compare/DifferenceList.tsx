import { Popover } from "@base-ui/react/popover";
import type { FieldDifference } from "../../lib/scenarioFields/differences.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { t, translated } from "../text/t.ts";
import { valueText } from "../ui/fieldValue.ts";
import { contextsText } from "./becauseText.ts";
import { type ToldDifferences, toldDifferences } from "./toldDifferences.ts";

interface DifferenceListProps {
  readonly a: Scenario;
  readonly b: Scenario;
  /** Why the page has chosen this B. */
  readonly because: string | undefined;
  readonly differences: readonly FieldDifference[];
  readonly sameTraffic: boolean;
  readonly sameClock: boolean;
}

const SHOWN = 3;

/** The first differences in one line, and a button for all of them. */
export function DifferenceList({ a, b, because, differences, sameTraffic, sameClock }: DifferenceListProps) {
  if (differences.length === 0)
    return (
      <p className="pair__text slim t-12 ink-2">
        {t("A and B are identical. Change one setting of B, or choose another scenario.")}
      </p>
    );
  const { changed: fields, ...parts } = toldDifferences(differences);
  const contexts = contextsText(a, b, differences);
  const changed = contexts === undefined ? fields : [];
  const rest = differences.length - Math.min(changed.length, SHOWN);
  const partTexts = textsOf(parts);
  return (
    <div className="pair__text slim t-12 ink-2">
      {because === undefined ? null : <span className="pair__because">{because} </span>}
      {contexts === undefined ? null : <span>{contexts} </span>}
      {changed.length === 0 ? null : (
        <span>
          {t("B differs in")}{" "}
          {changed.slice(0, SHOWN).map((one, index) => (
            <span key={one.name} title={one.name}>
              {index > 0 ? "; " : ""}
              <b>{translated(one.title)}</b>
              {one.owner === undefined ? "" : ` (${one.owner})`}: <Change of={one} />
            </span>
          ))}
          {partTexts.length === 0 ? "" : "."}{" "}
        </span>
      )}
      {partTexts.map((text) => (
        <span key={text}>{text} </span>
      ))}
      {rest <= 0 ? null : (
        <Popover.Root>
          <Popover.Trigger className="pair__more tight accent bare press target">
            {partTexts.length === 0 && contexts === undefined
              ? t("and {count} more", { count: rest })
              : t("All {count} fields", { count: differences.length })}
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner className="positioner" sideOffset={6} align="start">
              <Popover.Popup className="popup differences">
                <Popover.Title className="t-13 w-600">
                  {t("{count} fields differ", { count: differences.length })}
                </Popover.Title>
                <section
                  className="differences__scroll scroll"
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
                  tabIndex={0}
                  aria-label={t("Fields that differ")}
                >
                  <table className="table">
                    <thead>
                      <tr>
                        <th scope="col">{t("field")}</th>
                        <th scope="col">A</th>
                        <th scope="col">B</th>
                      </tr>
                    </thead>
                    <tbody>
                      {differences.map(({ name, title, unit, a, b }) => (
                        <tr key={name}>
                          <th scope="row">
                            {translated(title)}
                            <span className="differences__name">{name}</span>
                          </th>
                          <td className="mono">{valueText(a, unit)}</td>
                          <td className="mono">{valueText(b, unit)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </section>
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      )}{" "}
      <span className="ink-3">
        {sameTraffic ? t("Same traffic, same seed.") : `✕ ${t("Their traffic or seed differs.")}`}
        {sameClock ? "" : ` ${t("Their clocks differ: both are shown at the same moment.")}`}
      </span>
    </div>
  );
}

/** Differences that are not listed field by field, one sentence each. */
function textsOf({ steps, onlyInA, onlyInB }: Omit<ToldDifferences, "changed">): readonly string[] {
  return [
    ...(steps.length === 0 ? [] : [t("Threads with other steps: {names}.", { names: namesText(steps) })]),
    ...(onlyInA.length === 0 ? [] : [t("Only in A: {names}.", { names: namesText(onlyInA) })]),
    ...(onlyInB.length === 0 ? [] : [t("Only in B: {names}.", { names: namesText(onlyInB) })]),
  ];
}

function namesText(names: readonly string[]): string {
  const [told, left] = [names.slice(0, SHOWN), names.length - SHOWN];
  return [...told, ...(left > 0 ? [t("{more} more", { more: left })] : [])].join(", ");
}

function Change({ of: { a, b, unit } }: { readonly of: FieldDifference }) {
  return (
    <span className="mono">
      <span className="pair__value">A {valueText(a, "")},</span>{" "}
      <span className="pair__value">B {valueText(b, unit)}</span>
    </span>
  );
}
