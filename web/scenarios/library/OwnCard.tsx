import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { NAME_CHARACTER_LIMIT } from "../../../scenarios/base/limits.ts";
import { useApp } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { Icon, type IconName } from "../../ui/Icon.tsx";
import { saveJson } from "../../ui/saveBlob.ts";
import type { Previews } from "../gallery/previews.ts";
import { type CardFacts, ScenarioCard } from "../gallery/ScenarioCard.tsx";
import { scenarioFileName } from "../share.ts";
import type { Library } from "./library.ts";
import type { OwnEntry } from "./record.ts";
import type { Shelf } from "./useLibrary.ts";
import { whenText } from "./whenText.ts";

interface OwnCardProps {
  readonly entry: OwnEntry;
  readonly shelf: Shelf;
  readonly previews: Previews | undefined;
  readonly onOpen: () => void;
}

/** Visible cycles on the card of a run that the user has not viewed yet. */
const FIRST_CYCLES = 30_000;

export function OwnCard({ entry, shelf, previews, onOpen }: OwnCardProps) {
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

/** Enter renames, Escape leaves it, as does leaving the field. */
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
