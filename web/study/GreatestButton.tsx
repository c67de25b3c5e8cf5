/** The greatest value of a point with its seed: a press opens that run where the latency ends. */
import { useEffect, useRef, useState } from "react";
import { runOfRow } from "../../lib/study/greatestRun.ts";
import type { MetricSummary } from "../../lib/study/summary.ts";
import { columnName } from "../../lib/sweep/column.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { reachApart } from "../engine/reacher.ts";
import { t } from "../text/t.ts";
import { formatSignificant } from "../ui/format.ts";
import type { LoadedStudy } from "./loadStudy.ts";

interface GreatestButtonProps {
  readonly of: NonNullable<MetricSummary["greatest"]>;
  /** Of the metric. */
  readonly name: string;
  readonly loaded: LoadedStudy;
  readonly onOpen: (scenario: Scenario, cycle: number | undefined) => void;
}

export function GreatestButton({ of: { value, row }, name, loaded, onOpen }: GreatestButtonProps) {
  const [isSought, setSought] = useState(false);
  const looking = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => looking.current?.abort(), []);
  const column = loaded.plan.metrics.find((one) => columnName(one) === name);
  const run = runOfRow(loaded.plan, row);
  const text = t("greatest {value} with seed {seed}", {
    value: formatSignificant(value),
    seed: String(row.seed),
  });
  if (column === undefined || run === undefined) return <span className="ink-3">{text}</span>;
  const press = async () => {
    const look = new AbortController();
    const { signal } = look;
    looking.current = look;
    setSought(true);
    const { scenario } = run;
    const { warmUpCycles } = loaded.study;
    const reach = { scenario, warmUpCycles, column, value };
    const cycle = await reachApart(reach, signal).catch(() => undefined);
    if (signal.aborted) return;
    setSought(false);
    onOpen(scenario, cycle);
  };
  return (
    <button
      type="button"
      className="btn"
      aria-busy={isSought}
      disabled={isSought}
      title={t("Opens this run in the cycle in which it ends")}
      onClick={() => void press()}
    >
      {text}
    </button>
  );
}
