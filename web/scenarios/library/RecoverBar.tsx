import { useEffect, useState } from "react";
import { useApp, useSession } from "../../state/hooks.ts";
import { Trans } from "../../text/Trans.tsx";
import { t } from "../../text/t.ts";
import { run } from "../open/open.ts";
import { draftKeeper } from "./keepDrafts.ts";
import { openOwn } from "./openOwn.ts";
import type { OwnEntry } from "./record.ts";
import { whenText } from "./whenText.ts";

/** Offers unsaved changes of an earlier visit. */
export default function RecoverBar() {
  const session = useSession();
  const isReady = useApp((state) => state.status === "ready");
  const [draft, setDraft] = useState<OwnEntry | undefined>(undefined);
  useEffect(() => {
    if (!isReady) return;
    let left = false;
    void draftKeeper(session)
      .leftBehind(session.store.getState().scenario)
      .then((drafts) => {
        if (!left) setDraft(drafts.find(({ record }) => record.isOffered !== true));
      })
      .catch(() => undefined);
    return () => {
      left = true;
    };
  }, [session, isReady]);
  if (draft === undefined) return null;
  const { record } = draft;
  const keeper = draftKeeper(session);

  async function open(entry: OwnEntry): Promise<void> {
    setDraft(undefined);
    if (await run(session, await openOwn(entry))) keeper.adopt(record.id);
  }

  return (
    <aside className="notice" data-tone="offer" aria-label={t("Unsaved changes")}>
      <p className="notice__text fill scroll-down anywhere">
        <Trans
          text="Your changes to {name} from {when} are not saved."
          gaps={{ name: <b>{record.name}</b>, when: whenText(record.changedMs, Date.now()) }}
        />
      </p>
      <button type="button" className="btn btn--small btn--primary" onClick={() => void open(draft)}>
        {t("Open them")}
      </button>
      <button
        type="button"
        className="btn btn--small"
        onClick={() => {
          setDraft(undefined);
          void keeper.markOffered(record.id).catch(() => undefined);
        }}
      >
        {t("Leave them in the gallery")}
      </button>
    </aside>
  );
}
