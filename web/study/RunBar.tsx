import { useMemo } from "react";
import { useStore } from "zustand";
import type { StudyRow } from "../../lib/study/row.ts";
import { seedLimit, wideStill } from "../../lib/study/seeds.ts";
import { studyWarnings } from "../../lib/study/warnings.ts";
import { translatedMessage } from "../text/message.ts";
import { t } from "../text/t.ts";
import { durationText } from "./labels.ts";
import { studyRuns } from "./studyHere.ts";
import type { StudyRunState } from "./studyRuns.ts";

/** The progress of the study, the remaining time, and a button that stops it. */
export function RunBar() {
  const state = useStore(studyRuns.store);
  const { status, done, of, message, isKept, loaded, rows, stored } = state;
  const isSearch = loaded?.study.search !== undefined;
  const refused = loaded?.plan.refused.length ?? 0;
  const warnings = useMemo(() => (loaded === undefined ? [] : studyWarnings(loaded.plan)), [loaded]);
  const stop = loaded?.study.stop;
  const wide = useMemo(
    () => (loaded === undefined ? 0 : wideStill(loaded.plan, rows).length),
    [loaded, rows],
  );
  return (
    <div className="sweep-run row wrap" data-status={status}>
      {status === "done" ? (
        <button type="button" className="btn" onClick={() => void studyRuns.discard().then(studyRuns.run)}>
          {t("Run it again")}
        </button>
      ) : status === "running" ? (
        <button type="button" className="btn" onClick={studyRuns.pause}>
          {t("Pause")}
        </button>
      ) : (
        <button
          type="button"
          className="btn btn--primary"
          disabled={status === "none" || of === 0}
          onClick={() => void studyRuns.run()}
        >
          {done > 0 ? t("Go on|study") : isSearch ? t("Search the best point") : t("Run the study")}
        </button>
      )}
      {status === "done" ? null : <progress max={Math.max(1, of)} value={done} aria-label={t("Runs")} />}
      <p className="sweep-run__text digits" role="status">
        {progressText(state)}
      </p>
      {stored === undefined || status !== "done" ? null : (
        <p className="sweep-run__note">{storedText(stored, rows)}</p>
      )}
      {done > 0 && status !== "running" && status !== "done" ? (
        <button type="button" className="btn btn--ghost" onClick={() => void studyRuns.discard()}>
          {t("Throw the results away")}
        </button>
      ) : null}
      {status === "failed" && message !== undefined ? (
        <p role="alert">✕ {translatedMessage(message)}</p>
      ) : null}
      {warnings.map(({ field, message }) => (
        <p key={`${field} ${message}`} className="sweep-run__note">
          {t("Note: {field} {message}.", { field, message: translatedMessage(message) })}
        </p>
      ))}
      {stop === undefined || wide === 0 ? null : (
        <p className="sweep-run__note">
          {t("{count} of {points} points have all {seeds} seeds, and an interval wider than ± {width}.", {
            count: wide,
            points: loaded?.plan.points.length ?? 0,
            seeds: stop.maximumSeeds,
            width: stop.halfWidth,
          })}
        </p>
      )}
      {isKept ? null : (
        <p className="sweep-run__note">{t("This browser keeps no results: they are gone with the page.")}</p>
      )}
      {refused === 0 ? null : (
        <p className="sweep-run__note">
          {t("{count} points are no valid machine and are left out.", { count: refused })}
        </p>
      )}
    </div>
  );
}

function storedText(stored: NonNullable<StudyRunState["stored"]>, rows: readonly StudyRow[]): string {
  switch (stored) {
    case "shown":
      return t(
        "These results come with irqscope. Version {version} made them; this browser can run them again.",
        {
          version: rows[0]?.program ?? "",
        },
      );
    case "same":
      return t("This browser ran them, and every run ended like the one that comes with irqscope.");
    case "different":
      return t("This browser ran them, and some runs ended unlike those that come with irqscope.");
  }
}

/** The progress of the study, and the remaining time. */
export function progressText({ status, done, of, secondsLeft, loaded }: StudyRunState): string {
  if (loaded === undefined) return "";
  const points = loaded.plan.points.length;
  if (status === "done" && loaded.study.search !== undefined)
    return t("The search is over after {count} runs; all {points} points have {all}.", {
      count: done,
      points,
      all: loaded.plan.runs.length,
    });
  if (status === "done") return t("{count} runs of {points} points are done.", { count: done, points });
  const runs = t("{done} of {of} runs, {points} points", { done, of, points });
  const most = loaded.plan.points.length * seedLimit(loaded.study);
  const counted =
    loaded.study.stop === undefined || most === of
      ? runs
      : t("{counted}, at most {most}", { counted: runs, most });
  return secondsLeft === undefined
    ? counted
    : `${counted} · ${t("about {time} left", { time: durationText(secondsLeft) })}`;
}
