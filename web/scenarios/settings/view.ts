/** View of the settings. It outlives the panel, which is closed with its tab. */
import { createStore } from "zustand/vanilla";

export type SettingsView = "fields" | "json" | "about";

export interface ViewState {
  readonly view: SettingsView;
  readonly query: string;
  readonly open: ReadonlySet<string>;
  /** The field to which the focus should move. Reset when the focus is there. */
  readonly target: string | undefined;
}

export const viewStore = createStore<ViewState>()(() => ({
  view: "fields",
  query: "",
  open: new Set<string>(),
  target: undefined,
}));

export function toggleOpen(field: string): void {
  const open = new Set(viewStore.getState().open);
  if (!open.delete(field)) open.add(field);
  viewStore.setState({ open });
}

/** Opens the parts around the field and moves the focus to it. */
export function goToField(field: string): void {
  const target = field.replace(/ \(.*$/, "");
  const open = new Set(viewStore.getState().open);
  for (const end of target.matchAll(/[.[]|$/g)) open.add(target.slice(0, end.index));
  viewStore.setState({ open, target, query: "", view: "fields" });
}
