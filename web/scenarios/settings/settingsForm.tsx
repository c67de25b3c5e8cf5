/** The form of the settings with the scenario. The settings add to a field: the meaning of its term, the source of its
 * value, and its previous value. */
import { type ReactNode, useMemo } from "react";
import { nodesToward, rootNode } from "../../../lib/settings/node.ts";
import { readNumber } from "../../../lib/settings/numberText.ts";
import type { TermId } from "../../../lib/terms/terms.ts";
import { errorText, valueText } from "../../form/fieldWords.ts";
import type { FormFacts, NodeProps } from "../../form/useForm.ts";
import { typedNumber } from "../../text/numbers.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Term } from "../../ui/Term.tsx";
import type { OriginPiece } from "./originText.ts";
import { plain, useOrigins } from "./useOrigins.ts";
import { useFormInWords, useSettings, useSettingsState, useView } from "./useSettings.ts";
import { toggleOpen } from "./view.ts";

export function useMakeFormFacts(): FormFacts {
  const settings = useSettings();
  const value = useSettingsState((state) => state.value);
  const errors = useSettingsState((state) => state.errors);
  const differences = useSettingsState((state) => state.differences);
  const form = useFormInWords();
  const originOf = useOrigins(value);
  return useMemo(() => {
    const root = rootNode(form, value);
    const changed = new Set(differences.map(({ field }) => field));
    return {
      root,
      edit: settings.edit,
      errors: new Map(
        errors.map(({ field, message }) => [
          field,
          errorText(nodesToward(root, field).at(-1), field, message),
        ]),
      ),
      changed,
      controls: {},
      starts: {},
      readNumber: (typed) => readNumber(typedNumber(typed)),
      useOpen,
      Before: FieldTerm,
      noteOf: (node) => originNote(changed.has(node.field) ? plain(t("Your change.")) : originOf(node)),
      Below: WasBefore,
    };
  }, [settings, form, value, errors, differences, originOf]);
}

function useOpen(field: string): readonly [isOpen: boolean, toggle: () => void] {
  return [useView((state) => state.open.has(field)), () => toggleOpen(field)];
}

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

function FieldTerm({ node: { path, title } }: NodeProps) {
  const term = FIELD_TERMS[String(path.at(-1))];
  return term === undefined ? null : (
    <Term id={term}>
      <span aria-hidden="true">?</span>
      <span className="sr-only">{t("What is this: {title}", { title })}</span>
    </Term>
  );
}

function originNote(pieces: readonly OriginPiece[] | undefined): ReactNode {
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

/** Shows the original value of a changed field. */
function WasBefore({ node }: NodeProps) {
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
        aria-label={t("{title}: back to the scenario's value", { title: node.title })}
        onClick={() => settings.edit(difference.revert)}
      >
        <Icon name="undo" />
        {t(difference.kind === "added" ? "remove" : "restore|to what it was")}
      </button>
    </p>
  );
}
