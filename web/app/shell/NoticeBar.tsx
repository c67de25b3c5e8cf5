import { useEffect } from "react";
import type { Notice } from "../../state/store.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";

const INFO_MS = 6000;

interface NoticeBarProps {
  readonly notice: Notice | undefined;
  readonly onDismiss: () => void;
}

/** The one place for messages. */
export function NoticeBar({ notice, onDismiss }: NoticeBarProps) {
  useEffect(() => {
    if (notice?.tone !== "info") return;
    const timer = setTimeout(onDismiss, INFO_MS);
    return () => clearTimeout(timer);
  }, [notice, onDismiss]);

  return (
    <div className="notices rigid anchor">
      <div role="alert">
        {notice?.tone === "error" ? <Bar key={notice.id} notice={notice} onDismiss={onDismiss} /> : null}
      </div>
      <div role="status">
        {notice !== undefined && notice.tone !== "error" ? (
          <Bar key={notice.id} notice={notice} onDismiss={onDismiss} />
        ) : null}
      </div>
    </div>
  );
}

function Bar({ notice, onDismiss }: { readonly notice: Notice; readonly onDismiss: () => void }) {
  return (
    <div className="notice" data-tone={notice.tone}>
      {notice.tone === "error" ? (
        <span className="ink-drop w-600" aria-hidden="true">
          ✕
        </span>
      ) : null}
      <p className="notice__text fill scroll-down anywhere">{notice.text}</p>
      <button
        type="button"
        className="btn btn--small btn--ghost"
        onClick={onDismiss}
        aria-label={t("Dismiss")}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
