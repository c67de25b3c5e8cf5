import type { Ref } from "react";
import { changeSentence } from "../../../lib/metrics/compare.ts";
import { formatInteger } from "../../base/format.ts";
import type { Session } from "../../state/session.ts";
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
    <p className="summary" ref={place} tabIndex={-1}>
      {compared === undefined ? null : <Sentence compared={compared} />}
    </p>
  );
}

function Sentence({ compared }: { readonly compared: Compared }) {
  const { cycle } = compared.a;
  if (cycle === 0) return "Press Space: both machines run on the same playhead.";
  const sentence = changeSentence(compared.rows, formatInteger);
  const place = (
    <>
      Up to cycle <span className="mono">{formatInteger(cycle)}</span>
    </>
  );
  if (sentence === undefined) return <>{place} both do the same.</>;
  return (
    <>
      {place}, <b>B</b> {sentence}.{compared.endedB ? " The run of B is over: its numbers stand still." : ""}
    </>
  );
}
