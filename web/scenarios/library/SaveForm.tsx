import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { NAME_CHARACTER_LIMIT } from "../../../scenarios/base/limits.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { useApp, useSession } from "../../state/hooks.ts";
import type { Session } from "../../state/session.ts";
import { t, translated } from "../../text/t.ts";
import { askToPersist } from "../../ui/storage.ts";
import type { DraftKeeper } from "./drafts.ts";
import { draftKeeper } from "./keepDrafts.ts";
import { ChangedElsewhere, type Library } from "./library.ts";
import { placeOf } from "./place.ts";
import type { OwnEntry } from "./record.ts";
import type { Shelf } from "./useLibrary.ts";

/** Saves the open scenario under a name. A scenario from here can also overwrite its entry. */
export function SaveForm({ shelf, focused }: { readonly shelf: Shelf; readonly focused: boolean }) {
  const session = useSession();
  const scenario = useApp((state) => state.scenario);
  const origin = useApp((state) => state.origin);
  const original = useApp((state) => state.original);
  const [conflict, setConflict] = useState<ChangedElsewhere | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(translated(scenario?.name ?? ""));
  useEffect(() => {
    if (!focused) return;
    field.current?.focus();
    field.current?.select();
  }, [focused]);
  if (scenario === undefined) return null;
  const ownId = origin?.kind === "own" ? origin.id : undefined;

  function save(write: (library: Library, scenario: Scenario) => Promise<OwnEntry>): void {
    setConflict(undefined);
    void shelf.do(async (library) => {
      try {
        const entry = await saveOpen(session, draftKeeper(session), (open) => write(library, open));
        if (entry === undefined) return "";
        setName(entry.record.name);
        return t("Saved as “{name}”.", { name: entry.record.name });
      } catch (error) {
        if (!(error instanceof ChangedElsewhere)) throw error;
        setConflict(error);
        return "";
      }
    });
  }

  const place = () => placeOf(session.position());
  const add = () => save((library, open) => library.add(name, open, place()));
  /** Overwrites any stored scenario if `openedAs` is undefined. */
  const replace = (id: string, openedAs?: Scenario) =>
    save((library, open) => library.replace(id, open, place(), openedAs));

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    add();
  }

  return (
    <form className="own__save row wrap gap-2" onSubmit={submit}>
      <label className="row gap-2 t-12 ink-2 nowrap">
        {t("Save the open scenario as")}
        <input
          ref={field}
          className="field"
          value={name}
          maxLength={NAME_CHARACTER_LIMIT}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button
        type="submit"
        className={ownId === undefined ? "btn btn--primary" : "btn"}
        disabled={name.trim() === ""}
      >
        {ownId === undefined ? t("Save") : t("Save as new")}
      </button>
      {ownId !== undefined && scenario !== original ? (
        <button type="button" className="btn btn--primary" onClick={() => replace(ownId, original)}>
          {t("Save changes")}
        </button>
      ) : null}
      {conflict === undefined || ownId === undefined ? null : (
        <p className="own__conflict row wrap gap-2 t-12" role="alert">
          <span>
            <span className="loss">✕</span> {conflict.message}
          </span>
          {conflict.kind === "changed" ? (
            <button type="button" className="btn btn--small" onClick={() => replace(ownId)}>
              {t("Overwrite")}
            </button>
          ) : null}
          <button type="button" className="btn btn--small" onClick={add}>
            {t("Save as new")}
          </button>
        </p>
      )}
    </form>
  );
}

/** Saves the open scenario as one of the user's own: it is stored, its draft is dropped, and the page counts changes
 * from this version. */
export async function saveOpen(
  { store, actions }: Pick<Session, "store" | "actions">,
  drafts: Pick<DraftKeeper, "settle">,
  write: (scenario: Scenario) => Promise<OwnEntry>,
): Promise<OwnEntry | undefined> {
  const { scenario } = store.getState();
  if (scenario === undefined) return undefined;
  const entry = await write(scenario);
  askToPersist();
  // Must run before the page counts changes from here on, because changes of another scenario stay a draft.
  if (store.getState().scenario === scenario) await drafts.settle();
  actions.keepAs(entry.scenario, { kind: "own", id: entry.record.id }, scenario);
  return entry;
}
