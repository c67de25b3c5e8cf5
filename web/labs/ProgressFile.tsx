import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { editionNumber } from "../../lib/labs/digest.ts";
import { PROGRESS_CHARACTER_LIMIT, type Progress } from "../../lib/labs/progress.ts";
import { progressFileName, progressFileText, readProgressFile } from "../../lib/labs/progressFile.ts";
import { t } from "../text/t.ts";
import { saveBlob } from "../ui/saveBlob.ts";
import { takeHandedOver } from "./handedOver.ts";
import { FileButton, SmallButton } from "./labButtons.tsx";
import type { LabSession } from "./labSession.ts";
import type { Platform, PlatformNotice } from "./scorm.ts";
import type { ScormFault } from "./scormApi.ts";
import { WORDS } from "./words.ts";

/** Saves progress, to continue on another day or device. */
export function ProgressFile({ lab }: { readonly lab: LabSession }) {
  const { bench, store } = lab;
  const [said, setSaid] = useState("");
  const [swapped, setSwapped] = useState<Swapped | undefined>();

  async function open(file: File): Promise<void> {
    // A text has at least as many bytes as characters.
    const text =
      file.size > 4 * PROGRESS_CHARACTER_LIMIT ? " ".repeat(PROGRESS_CHARACTER_LIMIT + 1) : await file.text();
    const read = readProgressFile(text, bench.lab, bench.seed);
    if (read.ok) setSwapped({ progress: lab.restore(read.progress), isUndone: false });
    setSaid(read.ok ? WORDS.progressOpened : WORDS.progressRefused(file.name, read.reason));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was handed over is taken once
  useEffect(() => {
    const file = takeHandedOver("progress");
    if (file !== undefined) void open(file);
  }, []);

  return (
    <>
      <button
        type="button"
        className="btn"
        onClick={() => {
          const { progress } = store.getState();
          const name = progressFileName(progress);
          saveBlob(name, new Blob([progressFileText(progress)], { type: "application/json" }));
          setSaid(WORDS.progressSaved(name));
        }}
      >
        {WORDS.saveProgress}
      </button>
      <FileButton name={WORDS.openProgress} onFile={(file) => void open(file)} />
      <span role="status" className="dim">
        {said}
      </span>
      {swapped === undefined ? null : (
        <SmallButton
          name={swapped.isUndone ? t("Redo") : t("Undo")}
          onPress={() => {
            setSwapped({ progress: lab.replace(swapped.progress), isUndone: !swapped.isUndone });
            setSaid(swapped.isUndone ? WORDS.progressOpened : WORDS.progressUndone);
          }}
        />
      )}
    </>
  );
}

/** The progress that an opened file, or its Undo, has replaced. */
interface Swapped {
  readonly progress: Progress;
  readonly isUndone: boolean;
}

interface NotKeptProps {
  readonly lab: LabSession;
  readonly platform: Platform;
}

/** Answers that may be lost when the page is closed: the reason, and the file that keeps them. */
export function NotKept({ lab, platform }: NotKeptProps) {
  const isKept = useStore(lab.store, (state) => state.kept);
  const notice = usePlatformNotice(platform);
  const reason = notice === undefined ? reasonOf(isKept, platform) : noticeText(notice);
  // The region exists before its text, so that screen readers announce it.
  return (
    <div role="alert">
      {reason === undefined ? null : (
        <div className="not-kept t-13 soft pad-3-4">
          <p className="flush">{reason}</p>
          <p className="not-kept__way flush">
            <ProgressFile lab={lab} />
          </p>
        </div>
      )}
    </div>
  );
}

/** Work that was started in another edition of the lab. */
export function Changed({ lab }: { readonly lab: LabSession }) {
  const former = useStore(lab.store, ({ progress }) => progress.formerEdition);
  const from = editionNumber(former ?? "");
  return former !== undefined ? (
    <p className="not-kept t-13 soft pad-3-4" role="status">
      {WORDS.labChanged}{" "}
      {from === lab.bench.lab.edition ? "" : WORDS.labEditions(from, lab.bench.lab.edition)}
    </p>
  ) : null;
}

/** Renders again when the platform starts or stops refusing. */
function usePlatformNotice(platform: Platform): PlatformNotice | undefined {
  const [notice, setNotice] = useState(noticeOf(platform));
  useEffect(() => {
    setNotice(noticeOf(platform));
    return typeof platform === "object" ? platform.watch(() => setNotice(noticeOf(platform))) : undefined;
  }, [platform]);
  return notice;
}

const noticeOf = (platform: Platform) => (typeof platform === "object" ? platform.notice() : undefined);

function reasonOf(isKept: boolean, platform: Platform): string | undefined {
  if (platform === "silent") return isKept ? WORDS.platformSilent : WORDS.platformSilentNothingKept;
  return isKept || platform !== "none" ? undefined : WORDS.nothingKept;
}

function noticeText(notice: PlatformNotice): string {
  switch (notice.kind) {
    case "review":
      return WORDS.platformReviews;
    case "unreadable":
      return WORDS.platformUnreadable;
    case "partly":
      return notice.isOnDevice ? WORDS.platformPartly : WORDS.platformPartlyNowhere;
    case "unread":
      return WORDS.platformUnread(faultText(notice.fault));
    case "refused": {
      const said = faultText(notice.fault);
      return notice.isOnDevice ? WORDS.platformRefusesForNow(said) : WORDS.platformRefuses(said);
    }
  }
}

/** Also for a platform that gives no reason. */
function faultText({ call, code, text }: ScormFault): string {
  const said = [code, text].filter((part) => part !== "").join(": ");
  return said === "" ? call : said;
}
