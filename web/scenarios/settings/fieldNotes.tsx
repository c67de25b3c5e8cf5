/** What the settings add to a field: what its term means, which source its value comes from, and what it was before. */
import type { ReactNode } from "react";
import type { TermId } from "../../../lib/terms/terms.ts";
import { valueText } from "../../form/fieldWords.ts";
import type { NodeProps } from "../../form/useForm.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Term } from "../../ui/Term.tsx";
import type { OriginPiece } from "./originText.ts";
import { useSettings, useSettingsState } from "./useSettings.ts";

/** Fields whose name is a technical term, by the last part of their path. */
const FIELD_TERMS: Readonly<Record<string, TermId | undefined>> = {
  loadUseCycles: "load-use",
  writePolicy: "write-back",
  storeBufferEntries: "store-buffer",
  pinnedWays: "pinned-ways",
  layer: "layer",
  priority: "priority",
  trigger: "trigger",
  policy: "selection-policy",
};

export function FieldTerm({ node: { path, title } }: NodeProps) {
  const term = FIELD_TERMS[String(path.at(-1))];
  return term === undefined ? null : (
    <Term id={term}>
      <span aria-hidden="true">?</span>
      <span className="sr-only">{t("What is this: {title}", { title })}</span>
    </Term>
  );
}

export function originNote(pieces: readonly OriginPiece[] | undefined): ReactNode {
  return pieces === undefined ? undefined : (
    <span className="ink-2">
      {pieces.map(({ text, isQuoted }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence
        <span key={index} lang={isQuoted ? "en" : undefined}>
          {text}
        </span>
      ))}
    </span>
  );
}

/** Of a field that is not as it was opened. */
export function WasBefore({ node }: NodeProps) {
  const settings = useSettings();
  const difference = useSettingsState((state) => state.differences).find(({ field }) => field === node.field);
  if (difference === undefined || difference.kind === "removed") return null;
  const text =
    difference.kind === "added"
      ? t("new")
      : t("was {value}", { value: valueText(difference.before, node.form.unit) });
  return (
    <p className="sfield__was row gap-2 accent w-500 anywhere">
      <span>{text}</span>
      <button
        type="button"
        className="btn btn--ghost btn--small"
        aria-label={t("{title}: back to the scenario's", { title: node.title })}
        onClick={() => settings.edit(difference.revert)}
      >
        <Icon name="undo" />
        {t(difference.kind === "added" ? "take away" : "restore|to what it was")}
      </button>
    </p>
  );
}
