import "./library.css";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { NAME_CHARACTER_LIMIT } from "../../../scenarios/base/limits.ts";
import { useApp, useSession } from "../../state/hooks.ts";
import { t, tCount } from "../../text/t.ts";
import { Icon, type IconName } from "../../ui/Icon.tsx";
import { saveJson } from "../../ui/saveBlob.ts";
import { matches } from "../gallery/builtinCards.ts";
import type { Previews } from "../gallery/previews.ts";
import { type CardFacts, ScenarioCard } from "../gallery/ScenarioCard.tsx";
import type { Opened } from "../open/open.ts";
import { scenarioFileName } from "../share.ts";
import { draftKeeper } from "./keepDrafts.ts";
import type { Library } from "./library.ts";
import { openOwn } from "./openOwn.ts";
import type { BrokenEntry, Entry, OwnEntry } from "./record.ts";
import { SaveForm } from "./SaveForm.tsx";
import type { Shelf } from "./useLibrary.ts";
import { whenText } from "./whenText.ts";

interface OwnSectionProps {
  readonly shelf: Shelf;
  readonly query: string;
  readonly previews: Previews | undefined;
  /** True if the user chooses the page's own scenario and not another machine. Only that one can be saved. */
  readonly canSave: boolean;
  readonly focusSave: boolean;
  readonly onOpen: (opened: Opened) => void;
}

export function OwnSection({ shelf, query, previews, canSave, focusSave, onOpen }: OwnSectionProps) {
  const session = useSession();
  const { entries, fault } = shelf;
  const shown = useMemo(() => entries?.filter((entry) => isFound(entry, query)), [entries, query]);
  const keeper = () => draftKeeper(session);

  async function open(entry: OwnEntry): Promise<void> {
    onOpen(await openOwn(entry));
    if (canSave && entry.record.kind === "draft") adoptWhenOpen(entry);
  }

  /** Continues this draft and does not start a second one. */
  function adoptWhenOpen(entry: OwnEntry): void {
    const stop = session.store.subscribe(({ status }) => {
      if (status === "loading") return;
      stop();
      keeper().adopt(entry.record.id);
    });
  }

  if (query !== "" && shown?.length === 0) return null;
  return (
    <section id="gallery-own" aria-labelledby="gallery-own-title">
      <div className="gallery__group line wrap">
        <h3 id="gallery-own-title">{t("Yours")}</h3>
        <p>{t("stored only in this browser")}</p>
        <span className="flex gap-1 pushed">
          <AddFiles shelf={shelf} />
          {(entries ?? []).some((entry) => entry.ok && entry.record.kind === "saved") ? (
            <button
              type="button"
              className="btn btn--small btn--ghost"
              onClick={() =>
                void shelf.do(async (library) => {
                  saveJson("irqscope-scenarios.json", await library.exportText());
                  return t("The file contains all of them.");
                })
              }
            >
              <Icon name="download" />
              {t("Download all")}
            </button>
          ) : null}
        </span>
      </div>
      {canSave && query === "" ? <SaveForm shelf={shelf} focused={focusSave} /> : null}
      <Trans shelf={shelf} />
      {fault === undefined ? null : (
        <p className="own__fault t-12 ink-2" role="alert">
          <span className="loss">✕</span> {fault}
        </p>
      )}
      <ul className="gallery__cards grid gap-4">
        {shown?.map((entry) =>
          entry.ok ? (
            <li key={entry.record.id}>
              <OwnCard entry={entry} shelf={shelf} previews={previews} onOpen={() => void open(entry)} />
            </li>
          ) : (
            <li key={entry.id}>
              <BrokenCard entry={entry} shelf={shelf} />
            </li>
          ),
        )}
      </ul>
      {shown?.length === 0 && fault === undefined ? (
        <p className="dim">
          {t("Nothing is saved yet. Change a scenario in Settings, then save it here under a name.")}
        </p>
      ) : null}
    </section>
  );
}

function isFound(entry: Entry, query: string): boolean {
  const name = entry.ok ? entry.record.name : entry.name;
  const summary = entry.ok ? entry.scenario.description : "";
  return matches({ name, summary, about: "yours" }, query);
}

/** Reports the last action and offers Undo. */
function Trans({ shelf }: { readonly shelf: Shelf }) {
  return (
    <p className="own__said row wrap gap-3 t-12 ink-2" role="status">
      {shelf.said}
      {shelf.undo === undefined ? null : (
        <button type="button" className="btn btn--small" onClick={shelf.undo}>
          <Icon name="undo" />
          {t("Undo")}
        </button>
      )}
    </p>
  );
}

function AddFiles({ shelf }: { readonly shelf: Shelf }) {
  const input = useRef<HTMLInputElement>(null);

  function add(files: readonly File[]): void {
    void shelf.do(async (library) => {
      let added = 0;
      const refused: string[] = [];
      for (const file of files) {
        const result = await library.importText(file.name, await file.text());
        added += result.found.length;
        refused.push(...result.refused);
      }
      const words = tCount(added, "{count} scenario was added.", "{count} scenarios were added.");
      return refused.length === 0
        ? words
        : `${words} ${t("Refused: {reasons}", { reasons: refused.join(" ") })}`;
    });
  }

  return (
    <>
      <button type="button" className="btn btn--small btn--ghost" onClick={() => input.current?.click()}>
        <Icon name="add" />
        {t("Add files…")}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t("Scenario files to add")}
        accept=".json,application/json"
        onChange={(event) => {
          const files = Array.from(event.currentTarget.files ?? []);
          event.currentTarget.value = "";
          if (files.length > 0) add(files);
        }}
      />
    </>
  );
}

/** A stored entry that cannot be opened: shows it with the reason, and lets the user save its text. */
function BrokenCard({ entry, shelf }: { readonly entry: BrokenEntry; readonly shelf: Shelf }) {
  const { id, name, reason, text } = entry;
  return (
    <div className="own own--broken flex fill anchor r-3">
      <p className="card__name flex apart gap-2 w-600">
        <span>
          <span className="loss">✕</span> {t("{name} cannot be read", { name })}
        </span>
      </p>
      <p className="card__summary grow t-12 ink-2">{reason}</p>
      <div className="flex wrap gap-2">
        <button
          type="button"
          className="btn btn--small"
          onClick={() => saveJson("broken-scenario.json", text)}
        >
          <Icon name="download" />
          {t("Download unchanged")}
        </button>
        <button
          type="button"
          className="btn btn--small"
          onClick={() =>
            void shelf.do(async (library) => ({
              text: t("“{name}” was deleted.", { name }),
              undo: await library.remove(id),
            }))
          }
        >
          <Icon name="trash" />
          {t("Delete")}
        </button>
      </div>
    </div>
  );
}

interface OwnCardProps {
  readonly entry: OwnEntry;
  readonly shelf: Shelf;
  readonly previews: Previews | undefined;
  readonly onOpen: () => void;
}

/** Visible cycles on the card of a run that the user has not viewed yet. */
const FIRST_CYCLES = 30_000;

function OwnCard({ entry, shelf, previews, onOpen }: OwnCardProps) {
  const { record, scenario } = entry;
  const { id, name, kind } = record;
  const isOpen = useApp(({ origin }) => origin?.kind === "own" && origin.id === id);
  const [renaming, setRenaming] = useState(false);
  const facts = useMemo(() => factsOf(entry), [entry]);

  function rename(next: string): void {
    setRenaming(false);
    if (next.trim() !== "" && next !== name)
      void shelf.do(async (library) =>
        library.rename(id, next).then(() => t("Renamed to “{name}”.", { name: next.trim() })),
      );
  }

  async function keepDraft(library: Library): Promise<string> {
    await library.duplicate(id);
    await library.remove(id);
    return t("“{name}” was saved.", { name });
  }

  return (
    <div className="own flex fill anchor">
      <ScenarioCard facts={facts} isOpen={isOpen} previews={previews} onPick={onOpen} />
      {renaming ? (
        <NameField name={name} onDone={rename} />
      ) : (
        <div className="own__actions row at-end gap-2px placed">
          {kind === "draft" ? (
            <span className="own__draft t-11 accent soft pill">{t("not saved")}</span>
          ) : null}
          {kind === "saved" ? (
            <Action icon="edit" label={t("Rename {name}", { name })} onClick={() => setRenaming(true)} />
          ) : null}
          {kind === "saved" ? (
            <Action
              icon="copy"
              label={t("Duplicate {name}", { name })}
              onClick={() =>
                void shelf.do((library) =>
                  library.duplicate(id).then(() => t("“{name}” was copied.", { name })),
                )
              }
            />
          ) : (
            <Action
              icon="check"
              label={t("Save {name}", { name })}
              onClick={() => void shelf.do(keepDraft)}
            />
          )}
          <Action
            icon="download"
            label={t("Download {name}", { name })}
            onClick={() => saveJson(scenarioFileName(scenario), record.scenario)}
          />
          <Action
            icon="trash"
            label={t("Delete {name}", { name })}
            onClick={() =>
              void shelf.do(async (library) => ({
                text: t("“{name}” was deleted.", { name }),
                undo: await library.remove(id),
              }))
            }
          />
        </div>
      )}
    </div>
  );
}

function factsOf({ record, scenario }: OwnEntry): CardFacts {
  const { id, name, changedMs, place } = record;
  const from = place?.startCycle ?? 0;
  const cycles = { from, to: Math.min(scenario.runCycles, from + (place?.visibleCycles ?? FIRST_CYCLES)) };
  const when = whenText(changedMs, Date.now());
  return {
    id,
    name,
    summary:
      record.kind === "draft" ? t("changed {when}, never saved", { when }) : t("saved {when}", { when }),
    load: async () => scenario,
    cycles: () => cycles,
  };
}

interface ActionProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
}

function Action({ icon, label, onClick }: ActionProps) {
  return (
    <button
      type="button"
      className="btn btn--ghost btn--small btn--icon"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Enter renames. Escape, or leaving the field, cancels. */
function NameField({ name, onDone }: { readonly name: string; readonly onDone: (name: string) => void }) {
  const done = useRef(false);
  function finish(next: string): void {
    if (done.current) return;
    done.current = true;
    onDone(next);
  }
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    finish(event.key === "Enter" ? event.currentTarget.value : name);
  }
  return (
    <input
      className="field own__name placed"
      aria-label={t("New name of {name}", { name })}
      defaultValue={name}
      maxLength={NAME_CHARACTER_LIMIT}
      ref={(input) => {
        input?.focus();
        input?.select();
      }}
      onKeyDown={press}
      onBlur={(event) => finish(event.currentTarget.value)}
    />
  );
}
