/** An editor's life in the page, and the marks beside its lines. */
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useLanguage } from "../text/useLanguage.ts";
import type { Beside, CodeView } from "./codeMarks.ts";

interface CodeViewPlace<View> {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly view: RefObject<View | undefined>;
  /** Another name needs another view. */
  readonly key: string;
}

/** Another `name` or language means another text with a new view. */
export function useCodeView<View extends CodeView>(
  name: string,
  create: (parent: HTMLElement) => View,
): CodeViewPlace<View> {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<View | undefined>(undefined);
  const key = `${useLanguage()} ${name}`;
  const begin = useEffectEvent(create);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another view
  useEffect(() => {
    if (host.current === null) return;
    const made = begin(host.current);
    view.current = made;
    return () => {
      view.current = undefined;
      made.close();
    };
  }, [key]);
  return { host, view, key };
}

/** Another `text` has no marks yet. */
export function useCodeMarks(
  { view, key }: CodeViewPlace<CodeView>,
  text: string,
  { marks, breakpoints, costs }: Beside,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has no marks yet
  useEffect(() => view.current?.showMarks(marks), [view, marks, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => view.current?.showStops(breakpoints), [view, breakpoints, text, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => view.current?.showCosts(costs), [view, costs, text, key]);
}
