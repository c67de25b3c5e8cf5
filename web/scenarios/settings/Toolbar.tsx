import { type Label, t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { useSettings, useSettingsState, useView } from "./useSettings.ts";
import { type SettingsView, viewStore } from "./view.ts";

const VIEWS: readonly { readonly view: SettingsView; readonly text: Label }[] = [
  { view: "fields", text: "Fields" },
  { view: "json", text: "JSON" },
  { view: "about", text: "About" },
];

interface ToolbarProps {
  /** Undefined: no room for both beside each other. */
  readonly onWiden: (() => void) | undefined;
}

export function Toolbar({ onWiden }: ToolbarProps) {
  const view = useView((state) => state.view);
  return (
    <div className="settings__bar row gap-2px">
      {/* biome-ignore lint/a11y/useSemanticElements: three buttons, not a form */}
      <div className="seg" role="group" aria-label={t("Settings as")}>
        {VIEWS.map((one) => (
          <button
            key={one.view}
            type="button"
            aria-pressed={view === one.view}
            onClick={() => viewStore.setState({ view: one.view })}
          >
            {t(one.text)}
          </button>
        ))}
      </div>
      <span className="grow" />
      <WayBack />
      {onWiden === undefined ? null : (
        <button
          type="button"
          className="btn btn--ghost btn--icon btn--small"
          aria-label={t("Fields and JSON side by side")}
          title={t("Fields and JSON side by side")}
          onClick={onWiden}
        >
          <Icon name="widen" />
        </button>
      )}
    </div>
  );
}

export function WayBack() {
  const settings = useSettings();
  const canUndo = useSettingsState((state) => state.canUndo);
  const canRedo = useSettingsState((state) => state.canRedo);
  return (
    <>
      <button
        type="button"
        className="btn btn--ghost btn--icon btn--small"
        aria-label={t("Undo")}
        title={t("Undo (Ctrl Z)")}
        disabled={!canUndo}
        onClick={settings.undo}
      >
        <Icon name="undo" />
      </button>
      <button
        type="button"
        className="btn btn--ghost btn--icon btn--small"
        aria-label={t("Redo")}
        title={t("Redo (Ctrl Shift Z)")}
        disabled={!canRedo}
        onClick={settings.redo}
      >
        <Icon name="redo" />
      </button>
    </>
  );
}
