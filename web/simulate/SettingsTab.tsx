import { Suspense } from "react";
import { lazyPart } from "../../base/lazyPart.tsx";
import { say } from "../../text/say.ts";

/** With the schema, the form and the editor: loaded when somebody wants to see it. */
const SettingsPanel = lazyPart(() => import("../settings/SettingsPanel.tsx"));

export function SettingsTab() {
  return (
    <Suspense fallback={<p className="section empty">{say("Loading the settings")}</p>}>
      <SettingsPanel />
    </Suspense>
  );
}
