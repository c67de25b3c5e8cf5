import { useMemo, useRef } from "react";
import { useSession } from "../../state/hooks.ts";
import { t, tCount } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { saveJson } from "../../ui/saveBlob.ts";
import { matches } from "../gallery/builtinCards.ts";
import type { Previews } from "../gallery/previews.ts";
import type { Opened } from "../open/open.ts";
import type { BrokenEntry, Entry, OwnEntry } from "./record.ts";
import type { Shelf } from "./useLibrary.ts";
import "./library.css";
import { draftKeeper } from "./keepDrafts.ts";
import { OwnCard } from "./OwnCard.tsx";
import { openOwn } from "./openOwn.ts";
import { SaveForm } from "./SaveForm.tsx";

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
