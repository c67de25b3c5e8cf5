import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { studyFileName } from "../../lib/study/row.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { translatedMessage } from "../text/message.ts";
import { t, translated } from "../text/t.ts";
import { saveBlob, saveJson } from "../ui/saveBlob.ts";
import type { Draft } from "./draft/draft.ts";
import { studyPage, studyRuns } from "./studyHere.ts";
import "./sweep.css";
import "./sweepCharts.css";
import type { PointValues, StudyPoint } from "../../lib/study/plan.ts";
import { shownPoints } from "../../lib/study/replicates.ts";
import { isSamePoint } from "../../lib/study/views.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_STUDIES } from "../../scenarios/studies/index.ts";
import { useApp } from "../state/hooks.ts";
import { useMedia } from "../ui/useMedia.ts";
import { draftOf } from "./draft/newDraft.ts";
import { StudyForm } from "./form/StudyForm.tsx";
import type { LoadedStudy } from "./loadStudy.ts";
import { RunBar } from "./RunBar.tsx";
import { StudyPictures } from "./StudyPictures.tsx";
import { SweepStage } from "./SweepStage.tsx";

interface SweepPageProps {
  /** Opens a point as a scenario of its own, with the other scenario if both are compared. */
  readonly onOpen: (scenario: Scenario, other?: Scenario, cycle?: number) => void;
  /** In presenter mode. */
  readonly isOnStage: boolean;
}

export default function SweepPage({ onOpen, isOnStage }: SweepPageProps) {
  const { draft, builtinId, read, errors, notice } = useStore(studyPage.store);
  const loaded = useStore(studyRuns.store, (state) => state.loaded);
  const scenario = useApp((state) => state.scenario);
  const origin = useApp((state) => state.origin);
  const original = useApp((state) => state.original);
  useEffect(() => {
    const open = () => {
      if (window.location.hash.startsWith("#sweep")) void studyPage.openAddress(window.location.hash);
    };
    open();
    window.addEventListener("hashchange", open);
    return () => window.removeEventListener("hashchange", open);
  }, []);
  const { isEditing, edit, side } = useEditing(
    draft !== undefined && builtinId === undefined,
    errors.length > 0,
  );
  const own = origin?.kind === "bundled" && scenario === original ? origin.id : undefined;
  const base = read === undefined ? undefined : [...read.scenarios.values()][0];
  const builtin = BUILTIN_STUDIES.find(({ id }) => id === builtinId);
  const title = builtin === undefined ? (nameOf(draft) ?? t("Study")) : translated(builtin.title);
  const { question, about } = askedIn(translated(descriptionOf(draft)));
  const openPoint = (values: PointValues, beside?: PointValues) => {
    const points = loaded === undefined ? [] : shownPoints(loaded.plan);
    const made = pointScenario(points, values);
    const other = beside && pointScenario(points, beside);
    if (made !== undefined) onOpen(made, other);
  };
  if (isOnStage) return <SweepStage title={title} />;
  return (
    <main className="sweep grid grow low clip anchor" data-editing={isEditing}>
      {isEditing ? (
        <aside
          ref={side}
          id={SIDE}
          className="sweep__side scroll surface"
          aria-label={t("Study")}
          tabIndex={-1}
        >
          <StudyFiles draft={draft} />
          {draft === undefined ? null : (
            <StudyForm
              draft={draft}
              scenario={base}
              plan={read?.plan}
              errors={errors}
              open={own ?? scenario}
              onChange={(changed) => void studyPage.change(changed)}
            />
          )}
        </aside>
      ) : null}
      <div className="sweep__main stack gap-4 slim scroll">
        {notice === undefined ? null : <p role="alert">✕ {translatedMessage(notice)}</p>}
        <header className="sweep__head flex wrap apart gap-3">
          <div className="sweep__asked">
            <h2>{question ?? title}</h2>
            <p className="ink-2">{about}</p>
          </div>
          <StudyChoice id={builtinId} name={nameOf(draft)} scenario={scenario} own={own} />
          <button
            type="button"
            className="btn"
            aria-expanded={isEditing}
            aria-controls={isEditing ? SIDE : undefined}
            onClick={edit}
          >
            {t("Edit the study")}
          </button>
        </header>
        <RunBar />
        <StudyPictures
          isEditing={isEditing}
          onOpen={(point) => openPoint(point)}
          onOpenRun={(run, cycle) => onOpen(run, undefined, cycle)}
          onCompare={(a, b) => openPoint(a, b)}
        />
      </div>
    </main>
  );
}

const SIDE = "sweep-side";
/** Same value as in the style sheet. */
const NARROW = "(max-width: 1023px)";

/** Whether the form of the study is shown. The focus goes to the form that the user opens. */
function useEditing(isOwn: boolean, isWrong: boolean) {
  const isNarrow = useMedia(NARROW);
  const [chosen, choose] = useState<boolean>();
  const isEditing = chosen ?? (isWrong || (isOwn && !isNarrow));
  const side = useRef<HTMLElement>(null);
  useEffect(() => {
    if (chosen === true) side.current?.focus();
  }, [chosen]);
  return { isEditing, edit: () => choose(!isEditing), side };
}

interface StudyChoiceProps {
  /** Id of a built-in study. Undefined if it is the user's own. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly scenario: Scenario | undefined;
  /** Name of the scenario that is open, if it is built in. */
  readonly own: string | undefined;
}

function StudyChoice({ id, name, scenario, own }: StudyChoiceProps) {
  return (
    <select
      className="field fill"
      aria-label={t("Study")}
      value={id ?? OWN}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        if (chosen === OPEN && scenario !== undefined) void studyPage.change(draftOf(scenario, own));
        else if (chosen !== OWN) void studyPage.openBuiltin(chosen);
      }}
    >
      {id === undefined ? <option value={OWN}>{name ?? t("your own")}</option> : null}
      {BUILTIN_STUDIES.map(({ id: one, title }) => (
        <option key={one} value={one}>
          {translated(title)}
        </option>
      ))}
      {scenario === undefined ? null : (
        <option value={OPEN}>{t("New: {scenario}", { scenario: scenario.name })}</option>
      )}
    </select>
  );
}

/** Values of the list that are not ids. */
const OWN = " own";
const OPEN = " open";

function nameOf(draft: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return typeof draft?.name === "string" ? draft.name : undefined;
}

function descriptionOf(draft: Readonly<Record<string, unknown>> | undefined): string {
  return typeof draft?.description === "string" ? draft.description : "";
}

/** A description that begins with a question describes the study better than its name. */
function askedIn(description: string): { readonly question: string | undefined; readonly about: string } {
  const [, question, about] = /^([^.?]+\?)\s*(.*)$/s.exec(description) ?? [];
  return { question, about: about ?? description };
}

function pointScenario(points: readonly StudyPoint[], values: PointValues): Scenario | undefined {
  return points.find((point) => isSamePoint(point.values, values))?.scenario;
}

/** The study and its results as files, and its address. */
function StudyFiles({ draft }: { readonly draft: Draft | undefined }) {
  const rows = useStore(studyRuns.store, (state) => state.rows);
  const loaded = useStore(studyRuns.store, (state) => state.loaded);
  const file = useRef<HTMLInputElement>(null);
  const [said, say] = useState("");
  const name = studyFileName(typeof draft?.name === "string" ? draft.name : "");

  async function open(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    const json = readJson(await chosen.text());
    if (json.ok && typeof json.value === "object" && json.value !== null && !Array.isArray(json.value)) {
      say("");
      await studyPage.change(json.value as Draft);
    } else say(json.ok ? t("The file holds no study.") : translatedMessage(json.error.message));
  }

  /** The message disappears, whether or not the study can be saved. */
  async function save(write: (results: LoadedStudy) => Promise<void>): Promise<void> {
    if (loaded === undefined) return;
    say(t("Runs with the greatest values run again …"));
    await write(loaded).finally(() => say(""));
  }

  async function copyLink(): Promise<void> {
    const isWhole = window.location.hash !== "#sweep";
    try {
      await navigator.clipboard.writeText(window.location.href);
      say(
        isWhole ? t("The link holds study and view.") : t("The study is too long for a link: save the file."),
      );
    } catch {
      say(t("The address of this page is the link."));
    }
  }

  return (
    <div className="flex wrap gap-2 above-3">
      <input
        ref={file}
        type="file"
        accept=".json"
        hidden
        onChange={(event) => {
          void open(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <button type="button" className="btn btn--small" onClick={() => file.current?.click()}>
        {t("Open a study …")}
      </button>
      <button
        type="button"
        className="btn btn--small"
        disabled={draft === undefined}
        onClick={() => saveJson(`${name}.study.json`, `${JSON.stringify(draft, undefined, 2)}\n`)}
      >
        {t("Save the study")}
      </button>
      <button type="button" className="btn btn--small" onClick={() => void copyLink()}>
        {t("Copy the link")}
      </button>
      <button
        type="button"
        className="btn btn--small"
        disabled={rows.length === 0 || loaded === undefined}
        onClick={async () => {
          if (loaded === undefined) return;
          const { rowFormat } = await import("../../lib/study/rowFormat.ts");
          const format = rowFormat("csv", loaded.plan);
          const text = format.head + rows.map((row) => format.line(row)).join("");
          saveBlob(`${name}.csv`, new Blob([text], { type: "text/csv" }));
        }}
      >
        {t("Rows as CSV")}
      </button>
      <button
        type="button"
        className="btn btn--small"
        disabled={rows.length === 0 || loaded === undefined}
        onClick={() =>
          void save(async (results) => {
            const { summaryFile } = await import("./savedStudy.ts");
            saveJson(`${name}.summary.json`, await summaryFile(results, rows));
          })
        }
      >
        {t("Summary as JSON")}
      </button>
      <button
        type="button"
        className="btn btn--small"
        disabled={rows.length === 0 || loaded === undefined}
        title={t("Figures, all numbers and versions on one page that needs nothing else")}
        onClick={() =>
          void save(async (results) => {
            const { reportFile } = await import("./savedStudy.ts");
            saveBlob(`${name}.html`, new Blob([await reportFile(results, rows)], { type: "text/html" }));
          })
        }
      >
        {t("Report (HTML)")}
      </button>
      <p className="sweep-files__said t-12 ink-2" role="status">
        {said}
      </p>
    </div>
  );
}
