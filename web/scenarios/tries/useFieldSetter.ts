import { useEffect, useMemo } from "react";
import type { Path } from "../../../lib/expressions/index.ts";
import { useSession } from "../../state/hooks.ts";
import type { Session } from "../../state/session.ts";
import { t } from "../../text/t.ts";
import { later } from "../../ui/later.ts";

export function useFieldSetter(): FieldSetter {
  const session = useSession();
  const setter = useMemo(
    () =>
      createFieldSetter((path, value) => {
        setField(session, path, value).catch(() =>
          session.actions.notify(
            "error",
            t("Nothing was changed, because part of the page could not be loaded."),
          ),
        );
      }),
    [session],
  );
  useEffect(() => setter.flush, [setter]);
  return setter;
}

export const lateSettings = later(() => import("./settingsOfTries.ts"));

/** The run has the same simulated time as before, so that its numbers are comparable. */
async function setField(session: Session, path: Path, value: unknown): Promise<void> {
  const { settingsOf, changesTogether } = await lateSettings.load();
  const { scenario, original } = session.store.getState();
  if (scenario === undefined) return;
  const [, ...along] = changesTogether(scenario, { path, value }, original);
  settingsOf(session).edit({ kind: "set", path, value, along });
}

/** Pause between two machines while a value is dragged. */
const REST_MS = 120;

export interface FieldSetter {
  /** Called when no further value has come for a moment. */
  readonly soon: (path: Path, value: unknown) => void;
  readonly now: (path: Path, value: unknown) => void;
  /** Sets waiting values at once. */
  readonly flush: () => void;
}

/** Changes single fields from outside the settings, as steps in the settings' history. The settings contain the schema,
 * so they are loaded with the first change. */
function createFieldSetter(set: (path: Path, value: unknown) => void, restMs: number = REST_MS): FieldSetter {
  let waiting: { readonly path: Path; readonly value: unknown } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    const due = waiting;
    waiting = undefined;
    if (due !== undefined) set(due.path, due.value);
  }

  return {
    soon: (path, value) => {
      if (waiting !== undefined && waiting.path !== path) flush();
      waiting = { path, value };
      clearTimeout(timer);
      timer = setTimeout(flush, restMs);
    },
    now: (path, value) => {
      waiting = { path, value };
      flush();
    },
    flush,
  };
}
