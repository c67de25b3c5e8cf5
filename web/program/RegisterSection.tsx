import { useStore } from "zustand";
import { REGISTER_NAMES } from "../../lib/assembler/registers.ts";
import { t } from "../text/t.ts";
import { hexText, type WordFormat, wordText } from "./numbers.ts";
import { programView } from "./programView.ts";
import type { ProgramState } from "./states.ts";
import type { ProgramMoment } from "./useStates.ts";

interface RegisterSectionProps {
  readonly moment: ProgramMoment;
  readonly state: ProgramState;
}

/** Registers by the names of the ABI; what the last step changed stands out. */
export function RegisterSection({ moment, state }: RegisterSectionProps) {
  const format = useStore(programView, (view) => view.format);
  const before = moment.before?.programs?.threads[state.thread];
  const rows = [
    { name: "pc", number: "", value: state.program.pc, old: before?.pc },
    ...REGISTER_NAMES.slice(1).map((name, index) => ({
      name,
      number: `x${index + 1}`,
      value: state.program.x[index + 1] ?? 0,
      old: before?.x[index + 1],
    })),
  ];
  return (
    <dl className="registers grid" aria-label={t("Registers of {thread}", { thread: state.name })}>
      {rows.map(({ name, number, value, old }) => {
        const isChanged = old !== undefined && old !== value;
        return (
          <div key={name} data-changed={isChanged} title={titleOf(number, value, old, format, moment)}>
            <dt>{name}</dt>
            <dd>
              {name === "pc" ? hexText(value) : wordText(value, format)}
              {isChanged ? <span className="sr-only"> {t("changed")}</span> : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The other way to write it, what lies there, and what it was. */
function titleOf(
  number: string,
  value: number,
  old: number | undefined,
  format: WordFormat,
  { places }: ProgramMoment,
): string {
  const other = format === "hex" ? String(value | 0) : hexText(value);
  const was =
    old === undefined || old === value ? "" : t("before: {value}", { value: wordText(old, format) });
  return [number, other, places.nameOf(value) ?? "", was].filter((one) => one !== "").join(" · ");
}
