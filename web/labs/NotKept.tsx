import { useStore } from "zustand";
import type { LabSession } from "./labSession.ts";
import { ProgressFile } from "./ProgressFile.tsx";
import type { Platform } from "./platform.ts";
import { WORDS } from "./words.ts";

interface NotKeptProps {
  readonly lab: LabSession;
  readonly platform: Platform;
}

/** Answers that are lost when the page is closed: the reason, and the file that keeps them. */
export function NotKept({ lab, platform }: NotKeptProps) {
  const isKept = useStore(lab.store, (state) => state.kept);
  const reason = reasonOf(isKept, platform);
  // The region is there before the text, so that it is announced.
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

function reasonOf(isKept: boolean, platform: Platform): string | undefined {
  if (platform === "silent") return isKept ? WORDS.platformSilent : WORDS.platformSilentNothingKept;
  if (isKept) return undefined;
  if (platform === "none") return WORDS.nothingKept;
  if (platform.isReview) return WORDS.platformReviews;
  const { code = "", text = "" } = platform.fault() ?? {};
  return WORDS.platformRefuses([code, text].filter((part) => part !== "").join(": "));
}
