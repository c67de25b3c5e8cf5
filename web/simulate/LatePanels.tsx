/** Panels that are loaded when they are opened. */
import { Suspense } from "react";
import { t } from "../text/t.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

/** With the assembler and the editor: loaded when the user wants to see it. */
const ProgramPanel = lazyPart(() => import("../program/ProgramPanel.tsx"));

export function ProgramTab() {
  return (
    <Suspense fallback={<Skeleton />}>
      <ProgramPanel />
    </Suspense>
  );
}

/** With the schema, the form and the editor: loaded when the user wants to see it. */
const SettingsPanel = lazyPart(() => import("../scenarios/settings/SettingsPanel.tsx"));

export function SettingsTab() {
  return (
    <Suspense fallback={<p className="section empty">{t("Loading the settings")}</p>}>
      <SettingsPanel />
    </Suspense>
  );
}
