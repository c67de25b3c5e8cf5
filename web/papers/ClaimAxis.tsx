import type { FreeParameter } from "../../lib/papers/paper.ts";
import { paperText } from "../text/papers/paperText.ts";
import { t } from "../text/t.ts";
import { type AxisGroup, bandOf, type ClaimRow, placeOn, sweptPoints } from "./axis.ts";
import { claimNumber, percentText, shareText, toleranceText } from "./numbers.ts";
import { Quoted } from "./Quoted.tsx";

/** Printed and simulated values on one axis. A table beside it has the same numbers. */
export function ClaimAxis({
  group,
  free,
}: {
  readonly group: AxisGroup;
  readonly free: readonly FreeParameter[];
}) {
  return (
    <table className="claims wide t-12">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{t("claim")}</span>
          </th>
          <th scope="col" className="claims__scale">
            <span className="mono">{claimNumber(group.domain[0])}</span>
            <span>{paperText(group.unit)}</span>
            <span className="mono">{claimNumber(group.domain[1])}</span>
          </th>
          <th scope="col">{t("printed")}</th>
          <th scope="col">{t("simulated")}</th>
        </tr>
      </thead>
      <tbody>
        {group.rows.map((row) => (
          <Row key={row.claim.id} row={row} domain={group.domain} free={free} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly row: ClaimRow;
  readonly domain: readonly [number, number];
  readonly free: readonly FreeParameter[];
}

function Row({ row, domain, free }: RowProps) {
  const { claim, judgement } = row;
  const simulated = judgement?.simulated;
  const isContradicted = judgement?.verdict === "contradiction";
  const outside = judgement !== undefined && judgement.verdict !== "pass" && !isContradicted;
  const details = [
    toleranceText(claim),
    judgement?.error === undefined ? "" : t("off {share}", { share: percentText(judgement.error) }),
    shareText(judgement),
  ].filter(Boolean);
  return (
    <tr data-outside={outside || undefined}>
      <th scope="row">
        <Quoted text={claim.text} />
        <span className="block t-10 ink-3">
          <Quoted text={claim.place} />
        </span>
      </th>
      <td>
        <Dots row={row} domain={domain} free={free} />
        <span className="claims__details flex wrap in-middle t-10 ink-3">
          {details.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
      </td>
      <td className="mono">{claimNumber(claim.printed)}</td>
      <td className="mono claims__simulated w-600">
        {outside ? "✕ " : isContradicted ? "◇ " : ""}
        {claimNumber(simulated)}
      </td>
    </tr>
  );
}

function Dots({ row, domain, free }: RowProps) {
  const { claim, judgement } = row;
  const at = (value: number) => `${100 * placeOn(domain, value)}%`;
  const [from, to] = bandOf(claim);
  const swept = sweptPoints(judgement, free);
  const { simulated } = judgement ?? {};
  return (
    <svg className="dots block wide" height="20" aria-hidden="true">
      <line className="dots__axis" x1="0" x2="100%" y1="10" y2="10" />
      <rect
        className="dots__band"
        x={at(from)}
        width={`${100 * (placeOn(domain, to) - placeOn(domain, from))}%`}
        y="5.5"
        height="9"
        rx="4.5"
      />
      {judgement?.range === undefined || swept.length > 0 ? null : (
        <line
          className="dots__swept"
          x1={at(judgement.range[0])}
          x2={at(judgement.range[1])}
          y1="10"
          y2="10"
        />
      )}
      {swept.map(({ parameter, text, simulated: x }) => (
        <line key={`${parameter.id} ${text}`} className="dots__swept" x1={at(x)} x2={at(x)} y1="3" y2="17">
          <title>{`${paperText(parameter.text)}: ${text} → ${claimNumber(x)}`}</title>
        </line>
      ))}
      <circle className="dots__printed hollow" cx={at(claim.printed)} cy="10" r="5" />
      {simulated === undefined ? null : judgement?.holds ? (
        <circle className="dots__simulated" cx={at(simulated)} cy="10" r="2.8" />
      ) : (
        <text
          className={`${judgement?.verdict === "contradiction" ? "dots__apart" : "dots__outside"} t-13`}
          x={at(simulated)}
          y="14.5"
        >
          {judgement?.verdict === "contradiction" ? "◇" : "✕"}
        </text>
      )}
    </svg>
  );
}
