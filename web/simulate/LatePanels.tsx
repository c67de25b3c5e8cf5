/** Panels that are loaded when they are opened. */
import { Suspense } from "react";
import { t } from "../text/t.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

/** Includes the assembler and the editor, so it loads when the user opens it. */
const ProgramPanel = lazyPart(() => import("../program/ProgramPanel.tsx"));

export function ProgramTab() {
  return (
    <Suspense fallback={<Skeleton />}>
      <ProgramPanel />
    </Suspense>
  );
}

/** Includes the schema, the form and the editor, so it loads when the user opens it. */
const SettingsPanel = lazyPart(() => import("../scenarios/settings/SettingsPanel.tsx"));

export function SettingsTab() {
  return (
    <Suspense fallback={<p className="section empty">{t("Loading the settings")}</p>}>
      <SettingsPanel />
    </Suspense>
  );
}
