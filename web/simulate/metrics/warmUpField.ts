/** What is typed as the cycle from which on the panel counts. */
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { type CycleField, readCycle } from "../transport/cycleField.ts";

/** The command takes as much: something of the run has to be left. */
export function readWarmUp(text: string, endCycle: number): CycleField {
  const read = readCycle(text, Number.POSITIVE_INFINITY);
  if (!read.ok || read.cycle < endCycle) return read;
  return {
    ok: false,
    message: t("cycle: must be before the end of the run, {endCycle}", { endCycle: formatInteger(endCycle) }),
  };
}
