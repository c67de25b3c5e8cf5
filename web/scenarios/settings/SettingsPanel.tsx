import "./about.css";
import "./settings.css";
import { Dialog } from "@base-ui/react/dialog";
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useState } from "react";
import { childrenOf, type FieldNode, searchFields } from "../../../lib/settings/node.ts";
import { DEVICE_KINDS } from "../../../scenarios/devices/kinds.ts";
import { Field, Fields } from "../../form/Field.tsx";
import { controlId, FormContext, useFormFacts } from "../../form/useForm.ts";
import { FAST_INTERVAL_MS, useApp, useLive, useThrottled } from "../../state/hooks.ts";
import { keyOf } from "../../state/keymap.ts";
import { type Label, t, tCount, translated } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { useMedia } from "../../ui/useMedia.ts";
import { Outcome } from "./Outcome.tsx";
import { scenarioFacts } from "./scenarioFacts.ts";
import { useMakeFormFacts } from "./settingsForm.tsx";
import { useSettings, useSettingsState, useView } from "./useSettings.ts";
import { type SettingsView, viewStore } from "./view.ts";

const JsonEditor = lazyPart(() => import("./JsonEditor.tsx"));

/** The scenario to read and change: its fields, its JSON, and its description. */
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
        {/* One form and one text at a time, both in the wide view. */}
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

/** Describes the scenario in words. */
function AboutView() {
  const scenario = useApp((state) => state.scenario);
  if (scenario === undefined) {
    return (
      <section className="section">
        <p className="empty">{t("No scenario is loaded.")}</p>
      </section>
    );
  }
  const { source } = scenario;
  return (
    <>
      <section className="section" aria-label={t("What this is")}>
        <h2 className="scenario__name t-15 w-650">{translated(scenario.name)}</h2>
        {scenario.description === "" ? null : (
          <p className="scenario__text above-2 ink-2">{translated(scenario.description)}</p>
        )}
        {source === undefined ? null : (
          <div className="scenario__source grid gap-1 note above-3">
            <p>
              {t("Source {document}", { document: source.document })}
              {source.place === "" ? "" : `, ${source.place}`}
            </p>
            {source.note === "" ? null : <p>{source.note}</p>}
          </div>
        )}
      </section>
      {scenarioFacts(scenario).map((group) => (
        <section className="section" key={group.title}>
          <div className="section__head">
            <h3>{group.title}</h3>
          </div>
          <dl className="facts grid gap-6px t-12">
            {group.facts.map((fact) => (
              <div className="grid gap-2" key={`${fact.label}:${fact.value}`}>
                <dt className="line gap-6px ink-3 anywhere">
                  {fact.layer === undefined ? null : (
                    <i className="swatch" data-layer={fact.layer} aria-hidden="true" />
                  )}
                  {fact.label}
                </dt>
                <dd className="anywhere">{fact.value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

const VIEWS: readonly { readonly view: SettingsView; readonly text: Label }[] = [
  { view: "fields", text: "Fields" },
  { view: "json", text: "JSON" },
  { view: "about", text: "About" },
];

interface ToolbarProps {
  /** Undefined if there is no room for both side by side. */
  readonly onWiden: (() => void) | undefined;
}

function Toolbar({ onWiden }: ToolbarProps) {
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

interface SettingsDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The form and the editor. */
  readonly children: ReactNode;
}

/** Both views beside each other, over the page. */
function SettingsDialog({ open, onOpenChange, children }: SettingsDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="settings-dialog stack clip surface hair-2 r-3 floating fixed">
          <div className="settings-dialog__head row gap-1">
            <Dialog.Title className="dialog__title">{t("Settings")}</Dialog.Title>
            <span className="grow" />
            <WayBack />
            <Dialog.Close className="btn btn--ghost btn--icon" aria-label={t("Close")}>
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <Rerun />
          <div className="settings-dialog__outcome hair-below">
            <Outcome />
          </div>
          <div className="settings-dialog__body grid grow low">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A changed machine runs again from cycle 0 to the page's cycle. Shows its progress. */
function Rerun() {
  const cycle = useThrottled(useLive().playhead, FAST_INTERVAL_MS);
  const frontier = useApp((state) => state.frontier);
  const isLoading = useApp((state) => state.status === "loading");
  const isBehind = frontier < cycle;
  if (!isBehind && !isLoading) return <div className="rerun" />;
  const share = isBehind && cycle > 0 ? frontier / cycle : 0;
  return (
    <div className="rerun" role="status">
      <div className="rerun__bar">
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <span className="sr-only">
        {isLoading
          ? t("Building the machine")
          : t("Running again to cycle {cycle}", { cycle: formatInteger(cycle) })}
      </span>
    </div>
  );
}

const SHOWN_FIELDS = 40;

function FieldsView() {
  const settings = useSettings();
  const query = useView((state) => state.query);
  useTarget();

  /** Keys belong to a field while the user types in it. */
  function press(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || keyOf(event).toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) settings.redo();
    else settings.undo();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside
    <div className="fields" onKeyDown={press}>
      <search className="fields__search block anchor">
        <Icon name="search" />
        <input
          type="search"
          className="field wide r-2 target"
          placeholder={t("Find a setting")}
          aria-label={t("Find a setting")}
          value={query}
          onChange={({ currentTarget }) => viewStore.setState({ query: currentTarget.value })}
        />
      </search>
      {query.trim() === "" ? <Sections /> : <Results query={query} />}
    </div>
  );
}

function Results({ query }: { readonly query: string }) {
  const { root } = useFormFacts();
  const { found, count } = searchFields(root, query, SHOWN_FIELDS);
  return (
    <section className="fields__section" aria-label={t("Settings found")}>
      <p className="small" role="status">
        {count === 0 ? t("No setting matches.") : tCount(count, "{count} setting", "{count} settings")}
        {count > found.length ? `, ${t("showing the first {count}", { count: found.length })}` : ""}
      </p>
      {found.map(({ node, above }) => (
        <div key={node.field} className="fields__found">
          <p className="small">{above.join(" › ")}</p>
          <Field node={node} />
        </div>
      ))}
    </section>
  );
}

const DEVICES: ReadonlySet<unknown> = new Set(DEVICE_KINDS.map(({ list }) => list));
const isDevice = ({ path }: FieldNode) => path[0] === "machine" && DEVICES.has(path[1]);

/** Sections in the order of a user's questions: the traffic, its devices, the software that handles it, the machine.
 * The run and its description come last. */
const SECTIONS: readonly { readonly title: Label; readonly has: (node: FieldNode) => boolean }[] = [
  { title: "What arrives", has: ({ path }) => path[0] === "traffic" },
  { title: "Cards and other devices", has: isDevice },
  { title: "What the software does", has: ({ path }) => path[0] === "software" },
  {
    title: "Processor, interrupts, memory",
    has: (node) => node.path[0] === "machine" && !isDevice(node),
  },
  {
    title: "Run and description",
    has: ({ path }) => path[0] !== "machine" && path[0] !== "software" && path[0] !== "traffic",
  },
];

function Sections() {
  const { root } = useFormFacts();
  const nodes = childrenOf(root).flatMap((node) =>
    ["machine", "software"].includes(String(node.path[0])) ? childrenOf(node) : [node],
  );
  return SECTIONS.map(({ title, has }) => (
    <section key={title} className="fields__section">
      <h3>{t(title)}</h3>
      <Fields nodes={nodes.filter(has)} />
    </section>
  ));
}

/** Puts the focus on the field that the user wants to see. */
function useTarget(): void {
  const target = useView((state) => state.target);
  useEffect(() => {
    if (target === undefined) return;
    let field = target;
    while (document.getElementById(controlId(field)) === null && field !== "")
      field = field.replace(/(^|\.)[^.[]*$|\[[^[]*$/, "");
    const control = document.getElementById(controlId(field));
    control?.focus({ preventScroll: true });
    control?.closest(".sfield, .sbranch")?.scrollIntoView({ block: "center" });
    viewStore.setState({ target: undefined });
  }, [target]);
}
