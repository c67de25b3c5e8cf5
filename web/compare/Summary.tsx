import type { Ref } from "react";
import type { Session } from "../state/session.ts";
import { Trans } from "../text/Trans.tsx";
import { t } from "../text/t.ts";
import { formatInteger } from "../ui/format.ts";
import { changeSentence } from "./changeWords.ts";
import { type Compared, useCompared } from "./useCompared.ts";

interface SummaryProps {
  readonly a: Session;
  readonly b: Session;
  readonly place: Ref<HTMLParagraphElement>;
}

/** The difference in one sentence, up to the playhead. */
export function Summary({ a, b, place }: SummaryProps) {
  const compared = useCompared(a, b);
  return (
    <p className="summary fill t-13 ink-2" ref={place} tabIndex={-1}>
      {compared === undefined ? null : <Sentence compared={compared} />}
    </p>
  );
}

function Sentence({ compared }: { readonly compared: Compared }) {
  const { cycle } = compared.a;
  if (cycle === 0) return t("Press Play: both machines run on the same playhead.");
  const changes = changeSentence(compared.rows);
  const place = <span className="mono">{formatInteger(cycle)}</span>;
  if (changes === undefined)
    return <Trans text="Up to cycle {cycle} both do the same." gaps={{ cycle: place }} />;
  return (
    <>
      <Trans text="Up to cycle {cycle}, {B} {changes}." gaps={{ cycle: place, B: <b>B</b>, changes }} />
      {compared.endedB ? ` ${t("B has ended; its numbers no longer change.")}` : ""}
    </>
  );
}
