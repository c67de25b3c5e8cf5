import { Suspense } from "react";
import { t } from "../text/t.ts";
import { lazyPart } from "../ui/lazyPart.tsx";

/** With the schema, the form and the editor: loaded when the user wants to see it. */
const SettingsPanel = lazyPart(() => import("../scenarios/settings/SettingsPanel.tsx"));

export function SettingsTab() {
  return (
    <Suspense fallback={<p className="section empty">{t("Loading the settings")}</p>}>
      <SettingsPanel />
    </Suspense>
  );
}
