import { HELP } from "../../lib/programs/assemblyHelp.ts";
import { t, translated } from "../text/t.ts";
import { csrRows } from "./csrs.ts";
import type { ProgramState } from "./states.ts";
import type { ProgramMoment } from "./useStates.ts";

interface CsrSectionProps {
  readonly moment: ProgramMoment;
  readonly state: ProgramState;
}

/** Control and status registers of a hart, and its timer, with marks on what the last step changed. */
export function CsrSection({ moment, state }: CsrSectionProps) {
  const now = state.program.hart;
  const before = moment.before?.programs?.threads[state.thread]?.hart;
  if (now === undefined) return null;
  return (
    <dl className="registers registers--wide" aria-label={t("CSRs of {thread}", { thread: state.name })}>
      {csrRows(now, before).map(({ name, text, isChanged }) => (
        <div key={name} data-changed={isChanged} title={translated(HELP.csr.get(name)?.text ?? "")}>
          <dt>{name}</dt>
          <dd>
            {text}
            {isChanged ? <span className="sr-only"> {t("changed")}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
