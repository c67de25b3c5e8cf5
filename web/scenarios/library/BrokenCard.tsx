import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { saveJson } from "../../ui/saveBlob.ts";
import type { BrokenEntry } from "./record.ts";
import type { Shelf } from "./useLibrary.ts";

/** What is stored and cannot be opened: shown, said why, and given back as it is. */
export function BrokenCard({ entry, shelf }: { readonly entry: BrokenEntry; readonly shelf: Shelf }) {
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
          {t("Download as it is")}
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
