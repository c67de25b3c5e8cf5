import { createContext, useContext, useMemo } from "react";
import { useStore } from "zustand";
import type { Difference } from "../../../lib/settings/differences.ts";
import { createForm, type FieldForm } from "../../../lib/settings/form.ts";
import { SCENARIO_JSON_SCHEMA } from "../../../lib/settings/jsonSchema.ts";
import { type FieldNode, isWithin, nodesToward, rootNode } from "../../../lib/settings/node.ts";
import { useSession } from "../../state/hooks.ts";
import { translated } from "../../text/t.ts";
import { useLanguage } from "../../text/useLanguage.ts";
import { errorText } from "./errorText.ts";
import { type Settings, type SettingsState, settingsOf } from "./settings.ts";
import { type OriginOf, useOrigins } from "./useOrigins.ts";
import { type ViewState, viewStore } from "./view.ts";

export function useSettings(): Settings {
  return settingsOf(useSession());
}

export function useSettingsState<T>(select: (state: SettingsState) => T): T {
  return useStore(useSettings().store, select);
}

export function useView<T>(select: (state: ViewState) => T): T {
  return useStore(viewStore, select);
}

/** What the whole form is about; its fields look themselves up here. */
interface FormFacts {
  readonly settings: Settings;
  readonly root: FieldNode;
  readonly errors: ReadonlyMap<string, string>;
  readonly differences: ReadonlyMap<string, Difference>;
  readonly originOf: OriginOf;
}

export const FormContext = createContext<FormFacts | undefined>(undefined);

export function useFormFacts(): FormFacts {
  const facts = useContext(FormContext);
  if (facts === undefined) throw new Error("no form around this field");
  return facts;
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
    return {
      originOf,
      settings,
      root,
      errors: new Map(
        errors.map(({ field, message }) => [
          field,
          errorText(nodesToward(root, field).at(-1), field, message),
        ]),
      ),
      differences: new Map(differences.map((one) => [one.field, one])),
    };
  }, [settings, form, value, errors, differences, originOf]);
}

/** Of the keys, those at or below the field. */
export function countBelow(keys: Iterable<string>, field: string): number {
  let count = 0;
  for (const key of keys) if (isWithin(key, field)) count += 1;
  return count;
}
