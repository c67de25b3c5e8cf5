import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { NAME_CHARACTER_LIMIT } from "../../../scenarios/schema/limits.ts";
import { useApp, useSession } from "../../state/hooks.ts";
import { say, translated } from "../../text/say.ts";
import { draftKeeper } from "./keepDrafts.ts";
import type { Library } from "./library.ts";
import type { OwnEntry } from "./record.ts";
import type { Shelf } from "./useLibrary.ts";

/** Keeps what is open under a name; what came from here can also be written back. */
export function SaveForm({ shelf, focused }: { readonly shelf: Shelf; readonly focused: boolean }) {
  const session = useSession();
  const scenario = useApp((state) => state.scenario);
  const origin = useApp((state) => state.origin);
  const isEdited = useApp((state) => state.scenario !== state.original);
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(translated(scenario?.name ?? ""));
  useEffect(() => {
    if (!focused) return;
    field.current?.focus();
    field.current?.select();
  }, [focused]);
  if (scenario === undefined) return null;
  const ownId = origin?.kind === "own" ? origin.id : undefined;

  function save(write: (library: Library) => Promise<OwnEntry>): void {
    void shelf.do(async (library) => {
      const entry = await write(library);
      session.actions.keepAs(entry.scenario, { kind: "own", id: entry.record.id });
      await draftKeeper(session).settle();
      setName(entry.record.name);
      return say("Saved as “{name}”.", { name: entry.record.name });
    });
  }

  function place() {
    const { cycle, startCycle, visibleCycles } = session.position();
    return { cycle, startCycle: Math.max(0, startCycle), visibleCycles };
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (scenario !== undefined) save((library) => library.add(name, scenario, place()));
  }

  return (
    <form className="own__save" onSubmit={submit}>
      <label>
        {say("Save what is open as")}
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
        {ownId === undefined ? say("Save") : say("Save as new")}
      </button>
      {ownId !== undefined && isEdited ? (
        <button
          type="button"
          className="btn btn--primary"
          onClick={() => save((library) => library.replace(ownId, scenario, place()))}
        >
          {say("Save changes")}
        </button>
      ) : null}
    </form>
  );
}
