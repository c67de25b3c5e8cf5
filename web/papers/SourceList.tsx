import { factsOf, scoreOf } from "../../lib/papers/facts.ts";
import type { Judgement } from "../../lib/papers/judge.ts";
import type { Paper } from "../../lib/papers/paper.ts";
import { paperText } from "../text/papers/paperText.ts";
import { t } from "../text/t.ts";
import { scoreText } from "./numbers.ts";
import { addressOf, FORMS_ADDRESS } from "./usePaperAddress.ts";

interface SourceListProps {
  readonly papers: readonly Paper[];
  readonly judgementOf: (claim: string) => Judgement | undefined;
}

/** Links to each source, with its score, and to the closed forms. */
export function SourceList({ papers, judgementOf }: SourceListProps) {
  const passes = (id: string) => judgementOf(id)?.verdict === "pass";
  const sources = papers.map((paper) => ({
    ...{ href: addressOf(paper), title: paperText(paper.title), name: `${paper.id} ${paper.cited}` },
    text: scoreText(scoreOf(factsOf(paper), passes)),
  }));
  const forms = {
    href: FORMS_ADDRESS,
    title: "",
    name: t("Closed forms"),
    text: t("Formulas beside the machine"),
  };
  return (
    <nav aria-label={t("Sources")}>
      <ul className="sources grid gap-2">
        {[...sources, forms].map(({ href, title, name, text }) => (
          <li key={href}>
            <a
              className="sources__one stack wide t-12 ink-2 to-left surface hair r-2 pad-2-3 press"
              href={href}
              title={title}
            >
              <b className="ink w-600">{name}</b>
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
