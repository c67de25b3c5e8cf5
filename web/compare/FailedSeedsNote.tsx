import { translatedMessage } from "../text/message.ts";
import { t } from "../text/t.ts";
import type { FailedSeeds } from "./seedRuns.ts";

/** The number of failed seeds, and the reason. */
export function FailedSeedsNote({ of: { count, of, message } }: { readonly of: FailedSeeds }) {
  return (
    <p className="above-2 ink-drop" role="alert">
      ✕ {t("{count} of {of} seeds failed: {reason}", { count, of, reason: translatedMessage(message) })}
    </p>
  );
}
