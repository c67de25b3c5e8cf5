import { Suspense, useState } from "react";
import { FormContext } from "../../form/useForm.ts";
import { useApp } from "../../state/hooks.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { useMedia } from "../../ui/useMedia.ts";
import { AboutView } from "./AboutView.tsx";
import { FieldsView } from "./FieldsView.tsx";
import { Outcome } from "./Outcome.tsx";
import { Rerun } from "./Rerun.tsx";
import { SettingsDialog } from "./SettingsDialog.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { useMakeFormFacts, useView } from "./useSettings.ts";
import "./settings.css";
import { t } from "../../text/t.ts";

const JsonEditor = lazyPart(() => import("./JsonEditor.tsx"));

/** The scenario to be read and changed: its fields, its JSON, what it is about. */
export default function SettingsPanel() {
  const hasScenario = useApp((state) => state.scenario !== undefined);
  if (!hasScenario) {
    return (
      <section className="section">
        <p className="empty">{t("No scenario is loaded.")}</p>
      </section>
    );
  }
  return <Loaded />;
}

function Loaded() {
  const facts = useMakeFormFacts();
  const view = useView((state) => state.view);
  const [isWide, setWide] = useState(false);
  const hasRoom = useMedia("(min-width: 900px)");
  return (
    <FormContext value={facts}>
      <div className="settings" data-view={view}>
        <h2 className="sr-only">{t("Settings")}</h2>
        <div className="settings__head surface hair-below">
          <Toolbar onWiden={hasRoom ? () => setWide(true) : undefined} />
          <Rerun />
          <Outcome />
        </div>
        {/* One form and one text at a time: in the wide view they are there. */}
        {isWide ? null : view === "fields" ? (
          <FieldsView />
        ) : view === "json" ? (
          <Suspense fallback={<EditorSkeleton />}>
            <JsonEditor />
          </Suspense>
        ) : (
          <AboutView />
        )}
      </div>
      <SettingsDialog open={isWide} onOpenChange={setWide}>
        <FieldsView />
        <Suspense fallback={<EditorSkeleton />}>
          <JsonEditor />
        </Suspense>
      </SettingsDialog>
    </FormContext>
  );
}

function EditorSkeleton() {
  return (
    <div className="skeletons settings__skeleton grid" aria-busy="true">
      <div className="skeleton r-1" />
      <div className="skeleton r-1" />
      <div className="skeleton r-1" />
    </div>
  );
}
