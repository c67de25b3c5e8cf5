/** A part of the page in a document without a browser: its contents, and the actions of a user. It has no layout. A
 * test file that uses it begins with `// @vitest-environment happy-dom`. */
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";

/** Returns a function that removes the part. */
export async function show(part: ReactNode): Promise<() => Promise<void>> {
  Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);
  const host = document.createElement("div");
  document.body.append(host);
  const root = createRoot(host);
  await act(async () => root.render(part));
  return async () => {
    await act(async () => root.unmount());
    host.remove();
  };
}

/** The control that is called so: by its own label, or by a label beside it. */
export function control(name: string): HTMLElement {
  const found = controls(name);
  const [first] = found;
  if (first === undefined || found.length > 1)
    throw new Error(`${found.length} controls are called "${name}"`);
  return first;
}

export function controls(name: string): readonly HTMLElement[] {
  const isCalledSo = (element: Element) => element.textContent?.trim() === name;
  const labelled = [...document.querySelectorAll<HTMLElement>("[aria-label]")].filter(
    (one) => one.getAttribute("aria-label") === name,
  );
  const beside = [...document.querySelectorAll("label")].filter(isCalledSo).map((label) => {
    const inside = label.querySelector<HTMLElement>("input, select, textarea");
    return inside ?? document.getElementById(label.htmlFor);
  });
  const spoken = [...document.querySelectorAll<HTMLElement>("button, summary")].filter(
    (one) => !one.hasAttribute("aria-label") && isCalledSo(one),
  );
  return [...labelled, ...beside.filter((one) => one !== null), ...spoken];
}

export function shownIn(name: string): string {
  const element = control(name);
  return isField(element) ? element.value : (element.textContent ?? "");
}

const isField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  ["INPUT", "TEXTAREA", "SELECT"].includes(element.tagName);

/** Replaces the text of the field, and leaves the field. */
export async function type(name: string, text: string): Promise<void> {
  const field = control(name);
  if (!isField(field)) throw new Error(`"${name}" takes no text`);
  await act(async () => {
    field.focus();
    setValue(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => field.blur());
}

export async function key(name: string, pressed: string): Promise<void> {
  const element = control(name);
  await act(async () => {
    element.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true, cancelable: true }));
  });
}

export async function choose(name: string, option: string): Promise<void> {
  const select = control(name);
  if (!(select instanceof HTMLSelectElement)) throw new Error(`"${name}" is no list`);
  const wanted = [...select.options].find((one) => one.value === option || one.text === option);
  if (wanted === undefined) throw new Error(`"${name}" has no "${option}"`);
  await act(async () => {
    setValue(select, wanted.value);
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

export async function press(name: string): Promise<void> {
  const element = control(name);
  await act(async () => element.click());
}

/** React compares the value with the one that it has set itself. */
function setValue(field: HTMLElement, value: string): void {
  const prototype = Object.getPrototypeOf(field) as object;
  const set = Object.getOwnPropertyDescriptor(prototype, "value")?.set;
  if (set === undefined) Reflect.set(field, "value", value);
  else set.call(field, value);
}

/** The present errors as a screen reader reads them. */
export function refusals(): readonly string[] {
  const said = document.querySelectorAll(".sfield__error, [role=alert]");
  return [...new Set([...said].map(({ textContent }) => (textContent ?? "").trim()))].filter(Boolean);
}
