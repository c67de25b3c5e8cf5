import { useMemo } from "react";
import { useStore } from "zustand";
import { createForm, type FieldForm } from "../../../lib/settings/form.ts";
import { SCENARIO_JSON_SCHEMA } from "../../../lib/settings/jsonSchema.ts";
import { useSession } from "../../state/hooks.ts";
import { translated } from "../../text/t.ts";
import { useLanguage } from "../../text/useLanguage.ts";
import { type Settings, type SettingsState, settingsOf } from "./settings.ts";
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

/** Titles, descriptions and units in the language of the page. */
export function useFormInWords(): FieldForm {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is translated depends on the language
  return useMemo(() => createForm(SCENARIO_JSON_SCHEMA, translated), [language]);
}
