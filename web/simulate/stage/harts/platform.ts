/** What a hart finds in the PLIC and in the CLINT, as rows. */
import { sourcesOf } from "../../../../lib/programs/plicSources.ts";
import type { MachineView } from "../../../engine/protocol.ts";
import { t } from "../../../text/t.ts";
import { formatInteger } from "../../../ui/format.ts";
import type { MachineInfo } from "../machineInfo.ts";
import { type HartInfo, hartAt } from "./traps.ts";

interface SourceRow {
  readonly line: number;
  readonly name: string;
  readonly source: number;
  readonly state: "pending" | "claimed" | "off" | "clear";
  readonly text: string;
  /** As the program has set it: 0 never interrupts. */
  readonly priority: number;
  /** False: it is bound by mline alone. */
  readonly isOfPlic: boolean;
  /** Names of harts that the line is bound to by mline. */
  readonly bound: readonly string[];
}

/** Lines that no thread starts with: the sources of the PLIC. */
function plicLines({ lines }: MachineInfo): readonly number[] {
  return lines.flatMap(({ contexts }, line) => (contexts.length === 0 ? [line] : []));
}

export function sourceRows(
  view: MachineView,
  facts: MachineInfo,
  harts: readonly HartInfo[],
): readonly SourceRow[] {
  const registers = harts.flatMap((hart) => {
    const of = hartAt(view, hart);
    return of === undefined ? [] : [{ name: hart.name, of }];
  });
  const plic = registers[0]?.of.plic;
  return plicLines(facts).map((line): SourceRow => {
    const source = line + 1;
    const has = (bits: bigint | undefined) => ((bits ?? 0n) >> BigInt(source)) % 2n === 1n;
    const bound = registers.filter(({ of }) => ((of.mline >>> line) & 1) === 1).map(({ name }) => name);
    const isEnabled = registers.some(({ of }) => has(of.plic.enabled));
    const isUp = view.lines[line]?.pending === true;
    const isOfPlic = isEnabled || bound.length === 0;
    const isPending = (isOfPlic && has(plic?.pending)) || (bound.length > 0 && isUp);
    const state = has(plic?.claimed)
      ? "claimed"
      : isPending
        ? "pending"
        : isEnabled || bound.length > 0
          ? "clear"
          : "off";
    return {
      line,
      name: facts.lines[line]?.name ?? "",
      source,
      state,
      text:
        state === "claimed"
          ? has(plic?.pending)
            ? t("claimed, pending")
            : t("claimed")
          : state === "pending"
            ? t(isEnabled || bound.length > 0 ? "pending" : "pending, not enabled")
            : t(state === "off" ? "not enabled" : "clear"),
      priority: plic?.priorities[source] ?? 0,
      isOfPlic,
      bound,
    };
  });
}

interface TargetRow {
  readonly name: string;
  readonly enables: string;
  readonly threshold: number;
}

export function targetRows(view: MachineView, harts: readonly HartInfo[]): readonly TargetRow[] {
  return harts.flatMap((hart) => {
    const plic = hartAt(view, hart)?.plic;
    if (plic === undefined) return [];
    const enables = sourcesOf(plic.enabled).join(" ");
    return [{ name: hart.name, enables: enables === "" ? "\u2013" : enables, threshold: plic.threshold }];
  });
}

interface TimerRow {
  readonly name: string;
  readonly mtimecmp: string;
  readonly text: string;
  readonly isDue: boolean;
  readonly msip: boolean;
}

/** At first all ones. */
const NEVER = (1n << 64n) - 1n;

export function timerRows(view: MachineView, harts: readonly HartInfo[]): readonly TimerRow[] {
  return harts.flatMap((hart): readonly TimerRow[] => {
    const of = hartAt(view, hart);
    if (of === undefined) return [];
    const msip = ((of.mip >>> 3) & 1) === 1;
    if (of.mtimecmp === NEVER)
      return [{ name: hart.name, mtimecmp: "\u2013", text: t("timer not set"), isDue: false, msip }];
    const left = of.mtimecmp - of.mtime;
    return [
      {
        name: hart.name,
        mtimecmp: formatInteger(Number(of.mtimecmp)),
        text:
          left > 0n
            ? t("due in {cycles}", { cycles: Number(left) })
            : t("due since {cycles}", { cycles: Number(-left) }),
        isDue: left <= 0n,
        msip,
      },
    ];
  });
}

export const timeOf = (view: MachineView, harts: readonly HartInfo[]): bigint | undefined =>
  harts.map((hart) => hartAt(view, hart)?.mtime).find((one) => one !== undefined);
