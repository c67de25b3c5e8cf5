import { useApp } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import "./marks.css";

/** The note of the bookmark at a cycle, for readers who follow a link or press N. Loads with the first bookmark. */
export default function NoteHere({ cycle }: { readonly cycle: number }) {
  const bookmarks = useApp((state) => state.bookmarks);
  const index = bookmarks.findIndex((one) => one.cycle === cycle);
  const note = bookmarks[index]?.note ?? "";
  return (
    <span className="note-here">
      <Icon name="bookmark" />
      <span className="sr-only">{t("Bookmark:")} </span>
      <span className="note-here__text anywhere">{note === "" ? t("no note") : note}</span>
      {bookmarks.length > 1 ? (
        <span className="ink-2 nowrap">
          {t("{number} of {of}", { number: formatInteger(index + 1), of: formatInteger(bookmarks.length) })}
        </span>
      ) : null}
    </span>
  );
}
