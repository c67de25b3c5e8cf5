import { type ReactNode, Suspense, useId, useState } from "react";
import type { TermId } from "../../../lib/terms/terms.ts";
import { t } from "../../text/t.ts";
import { lazyPart } from "../lazyPart.tsx";
import { Term } from "../Term.tsx";
import type { FigureMenuProps } from "./FigureFormats.tsx";
import type { Figure } from "./figure.ts";
import { SaveIcon } from "./SaveIcon.tsx";

interface ChartSectionProps {
  readonly title: string;
  /** The term that the title uses. */
  readonly term?: TermId;
  readonly note?: ReactNode;
  /** Shown under the title in both views. */
  readonly lead?: ReactNode;
  readonly chart: ReactNode;
  /** The same numbers as a table. Omitted if there is nothing to show. */
  readonly table?: ReactNode;
  /** The chart as a file. Omitted if there is nothing to show. */
  readonly figure?: Figure | undefined;
}

/** A chart with its title, unit and the button that turns it into a table. */
export function ChartSection({ title, term, note, lead, chart, table, figure }: ChartSectionProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section__head">
        <h3 id={id}>{term === undefined ? title : <Term id={term}>{title}</Term>}</h3>
        {note === undefined ? null : <span className="section__note small pushed nowrap">{note}</span>}
        {figure === undefined ? null : <FigureMenu figure={figure} />}
        {table === undefined ? null : (
          <button
            type="button"
            className="tabletoggle grid centre tight bare r-1 ink-3 press"
            aria-pressed={asTable}
            aria-label={t("{title} as a table", { title })}
            onClick={() => setAsTable(!asTable)}
          >
            <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
              {asTable ? (
                <path d="M2.5 13.5v-4M6 13.5v-8M9.5 13.5v-6M13 13.5v-10" />
              ) : (
                <path d="M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9" />
              )}
            </svg>
          </button>
        )}
      </div>
      {lead}
      {asTable && table !== undefined ? table : chart}
    </section>
  );
}

const load = () => import("./FigureFormats.tsx");
const FigureFormats = lazyPart(load);

/** Saves a chart as a file. The menu loads when the user moves towards it. */
function FigureMenu({ figure }: FigureMenuProps) {
  const [isAsked, setAsked] = useState(false);
  const face = (
    <button
      type="button"
      className="tabletoggle grid centre tight bare r-1 ink-3 press"
      aria-label={t("{title} as a file", { title: figure.title })}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setAsked(true)}
    >
      <SaveIcon />
    </button>
  );
  return isAsked ? (
    <Suspense fallback={face}>
      <FigureFormats figure={figure} />
    </Suspense>
  ) : (
    face
  );
}

interface EmptySectionProps {
  readonly title: string;
  /** The reason why there is nothing to show. */
  readonly text: string;
}

/** A section without numbers, in one line. */
export function EmptySection({ title, text }: EmptySectionProps) {
  return (
    <section className="section section--empty line wrap" aria-label={title}>
      <h3 className="t-13">{title}</h3>
      <p className="empty">{text}</p>
    </section>
  );
}
