import { useRef, useState } from "react";
import { useStore } from "zustand";
import { commandOf, studyFileName } from "../../lib/study/row.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { translatedMessage } from "../text/message.ts";
import { t } from "../text/t.ts";
import { saveBlob, saveJson } from "../ui/saveBlob.ts";
import type { Draft } from "./draft/draft.ts";
import { studyPage, studyRuns } from "./studyHere.ts";

/** The study and its results as files, and its address. */
export function StudyFiles({ draft }: { readonly draft: Draft | undefined }) {
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
        onClick={async () => {
          if (loaded === undefined) return;
          const { summaryJson, summaryOf } = await import("../../lib/study/summaryJson.ts");
          const summary = summaryJson(summaryOf(loaded.plan, rows, commandOf(loaded.study)));
          saveJson(`${name}.summary.json`, `${JSON.stringify(summary, undefined, 2)}\n`);
        }}
      >
        {t("Summary as JSON")}
      </button>
      <button
        type="button"
        className="btn btn--small"
        disabled={rows.length === 0 || loaded === undefined}
        title={t("Figures, all numbers and versions on one page that needs nothing else")}
        onClick={async () => {
          if (loaded === undefined) return;
          const { studyReportHtml } = await import("../../lib/export/report/studyReport.ts");
          const page = studyReportHtml({ plan: loaded.plan, rows });
          saveBlob(`${name}.html`, new Blob([page], { type: "text/html" }));
        }}
      >
        {t("Report (HTML)")}
      </button>
      <p className="sweep-files__said t-12 ink-2" role="status">
        {said}
      </p>
    </div>
  );
}
