import { useMemo } from "react";
import { useStore } from "zustand";
import { createForm, type FieldForm } from "../../../lib/settings/form.ts";
import { SCENARIO_JSON_SCHEMA } from "../../../lib/settings/jsonSchema.ts";
import { nodesToward, rootNode } from "../../../lib/settings/node.ts";
import { readNumber } from "../../../lib/settings/numberText.ts";
import { errorText } from "../../form/fieldWords.ts";
import type { FormFacts } from "../../form/useForm.ts";
import { useSession } from "../../state/hooks.ts";
import { typedNumber } from "../../text/numbers.ts";
import { t, translated } from "../../text/t.ts";
import { useLanguage } from "../../text/useLanguage.ts";
import { FieldTerm, originNote, WasBefore } from "./fieldNotes.tsx";
import { type Settings, type SettingsState, settingsOf } from "./settings.ts";
import { plain, useOrigins } from "./useOrigins.ts";
import { toggleOpen, type ViewState, viewStore } from "./view.ts";

export function useSettings(): Settings {
  return settingsOf(useSession());
}

export function useSettingsState<T>(select: (state: SettingsState) => T): T {
  return useStore(useSettings().store, select);
}

export function useView<T>(select: (state: ViewState) => T): T {
  return useStore(viewStore, select);
}

/** Titles, descriptions and units in the language of the page. */
export function useFormInWords(): FieldForm {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is translated depends on the language
  return useMemo(() => createForm(SCENARIO_JSON_SCHEMA, translated), [language]);
}

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
