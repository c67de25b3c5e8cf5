import { useMemo } from "react";
import { useStore } from "zustand";
import type { Path } from "../../../lib/expressions/index.ts";
import { offeredKnobs } from "../../../lib/knobs/offered.ts";
import { readField } from "../../../scenarios/base/fieldPath.ts";
import { useActions, useApp, useCell, useLive, useSession } from "../../state/hooks.ts";
import { translatedMessage } from "../../text/message.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { useLater } from "../../ui/useLater.ts";
import type { Settings } from "../settings/settings.ts";
import { HeadlineTable } from "./HeadlineTable.tsx";
import { KnobRow } from "./KnobRow.tsx";
import { lateSettings } from "./setField.ts";
import { useFieldSetter } from "./useFieldSetter.ts";
import "./tries.css";

/** Fields to try in the open scenario, and the result of the last change. */
export function TryStrip() {
  const scenario = useApp((state) => state.scenario);
  const original = useApp((state) => state.original);
  const hasBefore = useCell(useLive().before) !== undefined;
  const knobs = useMemo(() => (scenario === undefined ? [] : offeredKnobs(scenario)), [scenario]);
  const setter = useFieldSetter();
  if (knobs.length === 0 && !hasBefore) return null;
  return (
    <section className="section tries" aria-label={t("Try")} data-part="tries">
      <div className="section__head">
        <h3>{t("Try")}</h3>
        <WayBack isChanged={scenario !== original} />
      </div>
      <ul className="tries__knobs grid flush tight no-marks" onPointerEnter={prepare} onFocus={prepare}>
        {knobs.map((knob) => (
          <KnobRow
            key={knob.path.join("/")}
            knob={knob}
            original={original && readField(original, knob.path as Path)}
            setter={setter}
          />
        ))}
      </ul>
      <Refused />
      <HeadlineTable />
      {hasBefore ? <Before /> : null}
    </section>
  );
}

/** The pointer is near, so the code for a change is loaded. */
function prepare(): void {
  // main.tsx reports code that could not be loaded.
  lateSettings.load().catch(() => undefined);
}

/** The settings of this visit, once they are loaded. */
function useLoadedSettings(): Settings | undefined {
  const session = useSession();
  return useLater(lateSettings, false)?.settingsOf(session);
}

function WayBack({ isChanged }: { readonly isChanged: boolean }) {
  const settings = useLoadedSettings();
  return settings === undefined ? null : <Ways settings={settings} isChanged={isChanged} />;
}

function Ways({ settings, isChanged }: { readonly settings: Settings; readonly isChanged: boolean }) {
  const canUndo = useStore(settings.store, (state) => state.canUndo);
  return (
    <span className="row gap-1">
      <button
        type="button"
        className="btn btn--ghost btn--icon btn--small"
        aria-label={t("Undo the last change")}
        title={t("Undo the last change")}
        disabled={!canUndo}
        onClick={settings.undo}
      >
        <Icon name="undo" />
      </button>
      {isChanged ? (
        <button type="button" className="btn btn--ghost btn--small" onClick={settings.reset}>
          {t("Back to the original")}
        </button>
      ) : null}
    </span>
  );
}

/** The reason why the last change does not run. */
function Refused() {
  const settings = useLoadedSettings();
  return settings === undefined ? null : <Errors settings={settings} />;
}

function Errors({ settings }: { readonly settings: Settings }) {
  const [error] = useStore(settings.store, (state) => state.errors);
  return error === undefined ? null : (
    <p className="tries__refused t-12" role="alert">
      <span className="loss" aria-hidden="true">
        ✕{" "}
      </span>
      {t("Not applied: {reason}", { reason: `${error.field} ${translatedMessage(error.message)}` })}
    </p>
  );
}

/** Legend of the previous run in tracks and histogram, with a button that removes it. */
function Before() {
  const { forgetRunBefore } = useActions();
  return (
    <p className="tries__before row gap-2 small">
      <i className="before-line rigid" aria-hidden="true" />
      {t("Previous run: a thin line in the tracks, an outline in the histogram")}
      <button
        type="button"
        className="btn btn--ghost btn--icon btn--small"
        aria-label={t("Hide the previous run")}
        title={t("Hide the previous run")}
        onClick={forgetRunBefore}
      >
        <Icon name="close" />
      </button>
    </p>
  );
}
