/** The form of the settings with the scenario. The settings add to a field: the meaning of its term, the source of its
 * value, and its previous value. */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { isSame } from "../../../lib/scenarioFields/same.ts";
import { type FieldNode, nodesToward, rootNode } from "../../../lib/settings/node.ts";
import { readNumber } from "../../../lib/settings/numberText.ts";
import type { TermId } from "../../../lib/terms/terms.ts";
import { errorText, valueText } from "../../form/fieldWords.ts";
import type { FormFacts, NodeProps } from "../../form/useForm.ts";
import { useApp } from "../../state/hooks.ts";
import { typedNumber } from "../../text/numbers.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Term } from "../../ui/Term.tsx";
import type { OriginPiece } from "./originText.ts";
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

/** The source of a field's value. Undefined if there is nothing to say. */
type OriginOf = (node: FieldNode) => readonly OriginPiece[] | undefined;

interface Origins {
  readonly document: string;
  readonly textOf: (
    scenario: string | undefined,
    root: unknown,
    node: FieldNode,
  ) => readonly OriginPiece[] | undefined;
}

/** Asks the paper of the scenario, once it is loaded. Without a paper it gives our choices and usual values. */
function useOrigins(root: unknown): OriginOf {
  const document = useApp((state) => state.original?.source?.document);
  const scenario = useApp((state) => state.scenarioId);
  const [origins, setOrigins] = useState<Origins | undefined>(undefined);
  useEffect(() => {
    if (document === undefined) return;
    let isWanted = true;
    void import("./originText.ts")
      .then(async ({ loadPaper, originText }) => {
        const paper = await loadPaper(document);
        if (paper === undefined || !isWanted) return;
        setOrigins({ document, textOf: (...asked) => originText(paper, ...asked) });
      })
      .catch(() => undefined); // offline: the form works without it
    return () => {
      isWanted = false;
    };
  }, [document]);
  const known = origins?.document === document ? origins : undefined;
  return useCallback(
    (node) => {
      const { value, form } = node;
      const said = known?.textOf(scenario, root, node);
      if (said !== undefined) return said;
      if (value === undefined || isName(node)) return undefined;
      const isDefault = form.fallback !== undefined && isSame(value, form.fallback);
      return plain(t(isDefault ? "The default." : "Set by this scenario."));
    },
    [known, scenario, root],
  );
}

function plain(text: string): readonly OriginPiece[] {
  return [{ text, isQuoted: false }];
}

/** Names and texts have no source. */
function isName({ form, path }: FieldNode): boolean {
  return ["text", "reference", "fixed"].includes(form.control.kind) || path.at(-1) === "name";
}
