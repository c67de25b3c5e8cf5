import { useState } from "react";
import { t } from "../../text/t.ts";

/** The page that is open keeps its version: a run never changes its core. */
export default function NewVersionBar() {
  const [isLater, setIsLater] = useState(false);
  if (isLater) return null;
  return (
    <aside className="notice" data-tone="offer" aria-label={t("A new version")}>
      <p className="notice__text fill scroll-down anywhere" role="status">
        {t("A new version of irqscope is available. This page still runs the previous one.")}
      </p>
      <button type="button" className="btn btn--small btn--primary" onClick={() => window.location.reload()}>
        {t("Reload")}
      </button>
      <button type="button" className="btn btn--small" onClick={() => setIsLater(true)}>
        {t("Later")}
      </button>
    </aside>
  );
}
