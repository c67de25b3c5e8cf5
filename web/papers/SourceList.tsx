import { factsOf, scoreOf } from "../../lib/papers/facts.ts";
import type { Judgement } from "../../lib/papers/judge.ts";
import type { Paper } from "../../lib/papers/paper.ts";
import { paperText } from "../text/papers/paperText.ts";
import { t } from "../text/t.ts";
import { scoreText } from "./numbers.ts";
import { addressOf } from "./usePaperAddress.ts";

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
            <a
              className="sources__one stack wide t-12 ink-2 to-left surface hair r-2 pad-2-3 press"
              href={addressOf(paper)}
              title={paperText(paper.title)}
            >
              <b className="ink w-600">
                {paper.id} {paper.cited}
              </b>
              <span>{scoreText(scoreOf(factsOf(paper), passes))}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
