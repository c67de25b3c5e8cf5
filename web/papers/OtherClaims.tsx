import type { ReactNode } from "react";
import type { Role } from "../../lib/papers/facts.ts";
import type { Judgement } from "../../lib/papers/judge.ts";
import type { Claim, Paper } from "../../lib/papers/paper.ts";
import { paperText } from "../text/papers/paperText.ts";
import { Trans } from "../text/Trans.tsx";
import { t, tCount } from "../text/t.ts";
import { causeOf, claimNumber, missReasons, type Roles, shareText, toleranceReasons } from "./numbers.ts";
import { Quoted } from "./Quoted.tsx";

interface OtherClaimsProps {
  readonly claims: readonly Claim[];
  readonly judgements: readonly Judgement[] | undefined;
}

/** True or not. */
export function Shapes({ claims, judgements, roles }: OtherClaimsProps & { readonly roles: Roles }) {
  const shapes = claims.filter(({ kind }) => kind === "shape");
  if (shapes.length === 0) return null;
  return (
    <ul className="others grid t-12">
      {shapes.map(({ id, text }) => {
        const judgement = judgements?.find(({ claim }) => claim.id === id);
        const isContradicted = judgement?.verdict === "contradiction";
        const missed = judgement !== undefined && judgement.verdict !== "pass" && !isContradicted;
        return (
          <li key={id} data-outside={missed || undefined}>
            <span className="kind t-10 ink-3">{roleText(roles.get(id)?.kind)}</span>
            <span>
              <Quoted text={text} /> <span className="unit">{shareText(judgement)}</span>
            </span>
            <span className="mono">
              {judgement === undefined ? "" : isContradicted ? "◇" : missed ? "✕" : "✓"}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Role of a claim that is not a number. */
function roleText(kind: Role["kind"] | undefined): string {
  switch (kind) {
    case "reading":
      return t("reading");
    case "restated":
      return t("again");
    case "own":
      return t("ours");
    case "input":
      return t("input");
    case "contradiction":
    case "fact":
    case undefined:
      return t("statement");
  }
}

/** Values that the scenarios take from the source. */
export function Inputs({ claims, judgements }: OtherClaimsProps) {
  const inputs = claims.filter((claim) => claim.kind === "calibration");
  if (inputs.length === 0) return null;
  const isMissed = (id: string) =>
    judgements?.some(({ claim, verdict }) => claim.id === id && verdict !== "pass") ?? false;
  return (
    <details className="free" open={inputs.some(({ id }) => isMissed(id)) || undefined}>
      <summary>
        {tCount(inputs.length, "{count} input from the source", "{count} inputs from the source")}
      </summary>
      <ul className="others grid t-12">
        {inputs.map(({ id, text, place, printed, unit, fitted }) => (
          <li key={id} data-outside={isMissed(id) || undefined}>
            <span className="kind t-10 ink-3">{t("input")}</span>
            <span>
              <Quoted text={text} />{" "}
              <span className="unit">
                <Quoted text={place} />
                {fitted === undefined ? null : (
                  <>
                    ; <Trans text="set to match it: {what}" gaps={{ what: <Quoted text={fitted.by} /> }} />
                  </>
                )}
              </span>
            </span>
            <span className="mono">
              {claimNumber(printed)} <span className="unit">{paperText(unit)}</span>
              {isMissed(id) ? " ✕" : ""}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The reason for the tolerance of each claim. */
export function Tolerances({ claims }: Pick<OtherClaimsProps, "claims">) {
  const reasons = toleranceReasons(claims);
  if (reasons.length === 0) return null;
  return (
    <details className="free">
      <summary>{t("Why these tolerances")}</summary>
      <ul>
        {reasons.map(({ reason, claims: texts }) => (
          <li key={reason}>
            <Quoted text={reason} /> <span className="block ink-3">{namesText(texts, texts.length)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const NAMES_SHOWN = 3;

export function namesText(texts: readonly string[], shown = NAMES_SHOWN): string {
  const names = texts.map(paperText);
  if (names.length <= shown) return names.join("; ");
  return t("{names} and {count} others", {
    names: names.slice(0, shown - 1).join("; "),
    count: names.length - shown + 1,
  });
}

/** Number of open reasons and notes. The user can unfold more. */
const REASONS_SHOWN = 3;
const NOTES_SHOWN = 2;

/** The cause in one sentence. The rest is folded. */
export function Reason({ text }: { readonly text: string }) {
  const { cause, rest } = causeOf(text);
  return (
    <>
      <Quoted text={cause} />{" "}
      {rest === "" ? null : (
        <details className="reason">
          <summary>{t("More")}</summary> <Quoted text={rest} />
        </details>
      )}
    </>
  );
}

/** Reasons of misses, contradictions of the source, then notes. */
export function Notes({ paper, claims, judgements }: OtherClaimsProps & { readonly paper: Paper }) {
  const contradicted = paper.contradictions
    .filter((one) => claims.some(({ id }) => one.claims.includes(id)))
    .map(({ id, text }) => (
      <p key={id}>
        <b>◇ {t("The source contradicts itself.")}</b> <Quoted text={text} />
      </p>
    ));
  const reasons = missReasons(judgements ?? []).map(({ reason, claims: texts }) => (
    <div key={reason}>
      <b className="ink-drop">✕ {namesText(texts)}.</b> <Reason text={reason} />
    </div>
  ));
  const notes = claims.flatMap(({ id, text, note }) =>
    note === undefined
      ? []
      : [
          <p key={id}>
            <b>
              <Quoted text={text} />.
            </b>{" "}
            <Quoted text={note} />
          </p>,
        ],
  );
  if (reasons.length + notes.length + contradicted.length === 0) return null;
  const furtherReasons = reasons.slice(REASONS_SHOWN);
  const furtherNotes = notes.slice(NOTES_SHOWN);
  return (
    <div className="notes grid gap-1 t-12 ink-2">
      {contradicted}
      {reasons.slice(0, REASONS_SHOWN)}
      <Further
        parts={furtherReasons}
        summary={tCount(furtherReasons.length, "{count} further reason", "{count} further reasons")}
      />
      {notes.slice(0, NOTES_SHOWN)}
      <Further
        parts={furtherNotes}
        summary={tCount(furtherNotes.length, "{count} further note", "{count} further notes")}
      />
    </div>
  );
}

/** Folded, so that a card stays short. Renders nothing if no part is left. */
export function Further({
  parts,
  summary,
}: {
  readonly parts: readonly ReactNode[];
  readonly summary: string;
}) {
  if (parts.length === 0) return null;
  return (
    <details className="free">
      <summary>{summary}</summary>
      {parts}
    </details>
  );
}
