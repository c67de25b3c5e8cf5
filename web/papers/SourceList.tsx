import { factsOf, scoreOf } from "../../lib/papers/facts.ts";
import type { Judgement } from "../../lib/papers/judge.ts";
import type { Paper } from "../../lib/papers/paper.ts";
import { CLOSED_FORMS } from "../../lib/study/closedForms.ts";
import { paperText } from "../text/papers/paperText.ts";
import { t } from "../text/t.ts";
import { scoreText } from "./numbers.ts";
import { addressOf, FORMS_ADDRESS } from "./usePaperAddress.ts";

const LINK = "sources__one stack wide t-12 ink-2 to-left surface hair r-2 pad-2-3 press";

interface SourceListProps {
  readonly papers: readonly Paper[];
  readonly judgementOf: (claim: string) => Judgement | undefined;
}

/** Links to each source, with its score. */
export function SourceList({ papers, judgementOf }: SourceListProps) {
  const passes = (id: string) => judgementOf(id)?.verdict === "pass";
  return (
    <nav aria-label={t("Sources")}>
      <ul className="sources grid gap-2">
        {papers.map((paper) => (
          <li key={paper.id}>
            <a className={LINK} href={addressOf(paper)} title={paperText(paper.title)}>
              <b className="ink w-600">
                {paper.id} {paper.cited}
              </b>
              <span>{scoreText(scoreOf(factsOf(paper), passes))}</span>
            </a>
          </li>
        ))}
        <li>
          <a className={LINK} href={FORMS_ADDRESS}>
            <b className="ink w-600">{t("Closed forms")}</b>
            <span>{t("{count} formulas beside the machine", { count: CLOSED_FORMS.length })}</span>
          </a>
        </li>
      </ul>
    </nav>
  );
}
