import { useMemo } from "react";
import type { ProfileCounts, ProfileSpan } from "../../lib/programs/profile.ts";
import { byFunction, byLine, totalOf } from "../../lib/programs/profileViews.ts";
import { programMapsOf } from "../../lib/programs/programMap.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { useApp, useSession, useViewport } from "../state/hooks.ts";
import { endCycleOf } from "../state/viewport.ts";
import { translatedMessage } from "../text/message.ts";
import { type Label, t } from "../text/t.ts";
import { formatInteger, formatPercent, quantityText } from "../ui/format.ts";
import { IrqsOffSection } from "./IrqsOffSection.tsx";
import { showPlace } from "./programView.ts";
import { cpiText, shareText, stallText, startProfile, stopProfile, useProfile } from "./useProfile.ts";
import type { ProgramMoment } from "./useStates.ts";

const LINES = 12;

/** The cycles of programs by function and by line. */
export default function ProfileSection({ moment }: { readonly moment: ProgramMoment }) {
  const scenario = useApp((state) => state.scenario);
  const state = useProfile();
  if (scenario === undefined) return null;
  const isUnderWay = state?.share !== undefined;
  return (
    <div className="profile t-12">
      <div className="flex wrap gap-1">
        <Starts scenario={scenario} />
        {isUnderWay ? (
          <button type="button" className="btn btn--small" onClick={stopProfile}>
            {t("Stop|profile")}
          </button>
        ) : null}
      </div>
      <p className="profile__said ink-3 digits" role="status">
        {state === undefined
          ? t("Counts every instruction in a second run in the background, then shows what each line costs.")
          : state.fault !== undefined
            ? translatedMessage(state.fault)
            : isUnderWay
              ? t("{share} counted", { share: quantityText(formatPercent(state.share, 0)) })
              : t("cycles {from} to {to}", spanGaps(state.span))}
      </p>
      {state === undefined || state.profile.length === 0 ? null : (
        <Tables scenario={scenario} moment={moment} profile={state.profile} />
      )}
      <IrqsOffSection moment={moment} />
    </div>
  );
}

const spanGaps = ({ from, to }: ProfileSpan) => ({ from: formatInteger(from), to: formatInteger(to) });

function Starts({ scenario }: { readonly scenario: Scenario }) {
  const session = useSession();
  const viewport = useViewport();
  const from = Math.max(0, Math.floor(viewport.startCycle));
  const to = Math.min(scenario.runCycles, Math.ceil(endCycleOf(viewport)));
  const spans: readonly { readonly text: Label; readonly span: ProfileSpan }[] = [
    { text: "Count what the timeline shows", span: { from, to } },
    { text: "Count the whole run", span: { from: 0, to: scenario.runCycles } },
  ];
  return spans.map(({ text, span }) => (
    <button
      key={text}
      type="button"
      className="btn btn--small"
      title={t("cycles {from} to {to}", spanGaps(span))}
      disabled={span.to <= span.from}
      onClick={() => void startProfile(session, scenario, span)}
    >
      {t(text)}
    </button>
  ));
}

interface TablesProps {
  readonly scenario: Scenario;
  readonly moment: ProgramMoment;
  readonly profile: Parameters<typeof byFunction>[0];
}

function Tables({ scenario, moment, profile }: TablesProps) {
  const { placed, places } = moment;
  const maps = useMemo(() => programMapsOf(scenario, placed), [scenario, placed]);
  const all = totalOf(profile);
  const functions = byFunction(profile, maps).map((one) => ({
    key: `${one.routine} ${one.function}`,
    name: one.function,
    counts: one,
    address: maps[one.routine]?.functions.find(({ name }) => name === one.function)?.address,
  }));
  const lines = byLine(profile, maps)
    .slice(0, LINES)
    .map((one) => ({
      key: `${one.routine} ${one.file ?? ""} ${one.line}`,
      name: `${one.file ?? scenario.software.routines[one.routine]?.name}:${one.line}`,
      counts: one,
      address: places.addressesOf(one.routine, one.line, one.file)[0],
    }));
  return (
    <>
      <CostTable heading={t("Function")} rows={functions} all={all} moment={moment} />
      {lines.length === 0 ? null : (
        <CostTable heading={t("Line|program")} rows={lines} all={all} moment={moment} />
      )}
    </>
  );
}

interface CostRow {
  readonly key: string;
  readonly name: string;
  readonly counts: ProfileCounts;
  /** Address of its first instruction. */
  readonly address: number | undefined;
}

interface CostTableProps {
  readonly heading: string;
  readonly rows: readonly CostRow[];
  readonly all: ProfileCounts;
  readonly moment: ProgramMoment;
}

function CostTable({ heading, rows, all, moment }: CostTableProps) {
  return (
    <table className="profile__table wide above-1 digits">
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{t("cycles")}</th>
          <th scope="col">{t("of all")}</th>
          <th scope="col">CPI</th>
          <th scope="col">{t("most cycles lost to")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, counts, address }) => (
          <tr key={key}>
            <th scope="row">
              <Place name={name} address={address} moment={moment} />
            </th>
            <td>{formatInteger(counts.cycles)}</td>
            <td>{shareText(counts, all)}</td>
            <td>{cpiText(counts)}</td>
            <td className="profile__stall">{stallText(counts)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Place({
  name,
  address,
  moment: { places },
}: Pick<CostRow, "name" | "address"> & Pick<CostTableProps, "moment">) {
  const place = address === undefined ? undefined : places.codeAt(address);
  if (address === undefined || place === undefined) return name;
  return (
    <button type="button" title={name} onClick={() => showPlace(place, address)}>
      {name}
    </button>
  );
}
