import { createContext, useContext, useMemo } from "react";
import { useStore } from "zustand";
import type { Difference } from "../../../lib/settings/differences.ts";
import { type FieldNode, rootNode } from "../../../lib/settings/node.ts";
import { useSession } from "../../state/hooks.ts";
import { type Settings, type SettingsState, settingsOf } from "../../state/settings.ts";
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
export interface FormFacts {
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

export function useMakeFormFacts(): FormFacts {
  const settings = useSettings();
  const value = useSettingsState((state) => state.value);
  const errors = useSettingsState((state) => state.errors);
  const differences = useSettingsState((state) => state.differences);
  const originOf = useOrigins(value);
  return useMemo(
    () => ({
      originOf,
      settings,
      root: rootNode(settings.form, value),
      errors: new Map(errors.map(({ field, message }) => [field, message])),
      differences: new Map(differences.map((one) => [one.field, one])),
    }),
    [settings, value, errors, differences, originOf],
  );
}

/** Of the keys, those at or below the field. */
export function countBelow(keys: Iterable<string>, field: string): number {
  let count = 0;
  for (const key of keys) {
    const isBelow =
      key.startsWith(field) && (key.length === field.length || ".[ ".includes(key.charAt(field.length)));
    if (isBelow) count += 1;
  }
  return count;
}
