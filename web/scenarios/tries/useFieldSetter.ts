import { useEffect, useMemo } from "react";
import { useSession } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { createFieldSetter, type FieldSetter, setField } from "./setField.ts";

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
