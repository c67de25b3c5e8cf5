import { useStore } from "zustand";
import { t } from "../text/t.ts";
import { FailedSeedsNote } from "./FailedSeedsNote.tsx";
import { showFold } from "./folds.ts";
import { Letter } from "./Letter.tsx";
import { type SeedState, seedRuns } from "./seedRunsHere.ts";
import { barsOf, type Tile, tilesOf } from "./tiles.ts";
import type { Compared } from "./useCompared.ts";
import { changeText, comparedText, sizeText } from "./valueText.ts";
import "./tiles.css";

interface TilesProps {
  readonly compared: Compared;
}

/** Loss, packet latency and wait come first, each with the verdict of the seeds on its difference. */
export function Tiles({ compared }: TilesProps) {
  const seeds = useStore(seedRuns.store);
  const tiles = tilesOf(compared.rows);
  if (tiles.length === 0) return null;
  const failed = seeds.status === "done" || seeds.status === "failed" ? seeds.failed : undefined;
  return (
    <div className="tiles hair-below">
      <ul className="tiles__list grid gap-3 flush tight no-marks" aria-label={t("What matters first")}>
        {tiles.map((tile) => (
          <li key={tile.kind} className="tile grid gap-1" data-loss={tile.row.isLoss}>
            <h3>
              <button
                type="button"
                className="tile__name tight bare press target"
                onClick={() => showFold(tile.row.group)}
              >
                {nameOf(tile)}
              </button>
              {tile.row.unit === "cycle" ? <span className="ink-3 w-400"> {t("cycles")}</span> : null}
            </h3>
            <Bars tile={tile} />
            <Verdict tile={tile} seeds={seeds} />
          </li>
        ))}
      </ul>
      {failed === undefined ? null : <FailedSeedsNote of={failed} />}
    </div>
  );
}

function Bars({ tile: { row } }: { readonly tile: Tile }) {
  const bars = barsOf(row);
  return (
    <>
      {(["A", "B"] as const).map((letter, index) => (
        <p key={letter} className="tile__bar grid middle gap-2">
          <Letter of={letter} />
          <i aria-hidden="true">
            <i style={{ inlineSize: `${100 * (bars[index] ?? 0)}%` }} />
          </i>
          <b className="mono t-15 to-right nowrap">
            {comparedText(letter === "A" ? row.a : row.b, row.unit)}
          </b>
        </p>
      ))}
    </>
  );
}

interface VerdictProps {
  readonly tile: Tile;
  readonly seeds: SeedState;
}

function Verdict({ tile, seeds }: VerdictProps) {
  const row = seeds.status === "done" ? seeds.rows.find(({ key }) => key === tile.row.key) : undefined;
  const verdict = row?.verdict ?? "unknown";
  return (
    <p className="tile__verdict t-12 ink-2" data-verdict={verdict}>
      {seeds.status === "running" ? t("tested with seeds …") : null}
      {row === undefined || row.verdict === "unknown" ? null : row.verdict === "same" ? (
        t("the same with {count} seeds", { count: row.pairs })
      ) : (
        <>
          <button
            type="button"
            className="tile__name tight bare press target"
            onClick={() => showFold("seeds")}
          >
            {row.verdict === "shown" ? t("significant") : t("not significant")}
          </button>{" "}
          {t("whole run, {count} seeds: B − A = {change} ± {half}", {
            count: row.pairs,
            change: changeText(row.difference, row.unit),
            half: sizeText(row.halfWidth, row.unit),
          })}
        </>
      )}
    </p>
  );
}

function nameOf({ kind, row }: Tile): string {
  switch (kind) {
    case "loss":
      return row.group === "Sent" ? t("Packets lost, send") : t("Packets lost, receive");
    case "latency":
      return row.group === "Packet latency, send"
        ? t("Packet latency, send, mean")
        : t("Packet latency, receive, mean");
    case "wait":
      return t("Wait of an interrupt, mean");
  }
}
