import { HELP } from "../../lib/programs/assemblyHelp.ts";
import { type Label, t, translated } from "../text/t.ts";
import { csrRows, type PlicRow, plicRows } from "./csrs.ts";
import type { ProgramState } from "./states.ts";
import type { ProgramMoment } from "./useStates.ts";

interface CsrSectionProps {
  readonly moment: ProgramMoment;
  readonly state: ProgramState;
}

const PLIC_NAMES: Readonly<Record<PlicRow["name"], Label>> = {
  enabled: "PLIC enabled",
  pending: "PLIC pending",
  claimed: "PLIC claimed",
  threshold: "PLIC threshold",
};

/** Control and status registers of a hart, its timer and its sources, with marks on what the last step changed. */
export function CsrSection({ moment, state }: CsrSectionProps) {
  const now = state.program.hart;
  const before = moment.before?.programs?.threads[state.thread]?.hart;
  if (now === undefined) return null;
  return (
    <dl className="registers registers--wide grid" aria-label={t("CSRs of {thread}", { thread: state.name })}>
      {csrRows(now, before).map((row) => (
        <Row key={row.name} {...row} title={translated(HELP.csr.get(row.name)?.text ?? "")} />
      ))}
      {plicRows(now, before).map((row) => (
        <Row
          key={row.name}
          {...row}
          name={t(PLIC_NAMES[row.name])}
          title={t("Source: number of its line + 1")}
        />
      ))}
    </dl>
  );
}

interface RowProps {
  readonly name: string;
  readonly text: string;
  readonly title: string;
  readonly isChanged: boolean;
}

function Row({ name, text, title, isChanged }: RowProps) {
  return (
    <div data-changed={isChanged} title={title}>
      <dt>{name}</dt>
      <dd>
        {text}
        {isChanged ? <span className="sr-only"> {t("changed")}</span> : null}
      </dd>
    </div>
  );
}
