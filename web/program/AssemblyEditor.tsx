import { useEffect, useEffectEvent, useRef } from "react";
import type { AssemblyError } from "../../lib/assembler/text.ts";
import { t } from "../text/t.ts";
import { useLanguage } from "../text/useLanguage.ts";
import { createAssemblyEditor, type AssemblyEditor as Editor, type StepKey } from "./assemblyEditor.ts";
import type { LineBreakpoint } from "./breakpoints.ts";
import type { LineMark } from "./codeMarks.ts";
import "../scenarios/settings/editor.css";

export interface AssemblyEditorProps {
  /** Another one is another text with a way back of its own. */
  readonly name: string;
  readonly source: string;
  readonly errors: readonly AssemblyError[];
  readonly remarks: readonly AssemblyError[];
  readonly marks: readonly LineMark[];
  /** Left out: it is a source that is not debugged here. */
  readonly breakpoints?: readonly LineBreakpoint[];
  readonly onStop?: (line: number) => void;
  readonly onCursor?: (line: number) => void;
  readonly onKey?: (key: StepKey) => boolean;
  readonly onChange: (source: string) => void;
  readonly onApply: () => void;
  /** Line and column, from 1: the cursor goes there. */
  readonly target: Pick<AssemblyError, "line" | "column"> | undefined;
}

const NO_STOPS: readonly LineBreakpoint[] = [];

/** The source of a program: completion and errors in place. */
export default function AssemblyEditor(props: AssemblyEditorProps) {
  const { name, source, errors, remarks, marks, breakpoints = NO_STOPS, target } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const language = useLanguage();
  const onChange = useEffectEvent(props.onChange);
  const onApply = useEffectEvent(props.onApply);
  const onStop = useEffectEvent((line: number) => props.onStop?.(line));
  const onCursor = useEffectEvent((line: number) => props.onCursor?.(line));
  const onKey = useEffectEvent((key: StepKey) => props.onKey?.(key) === true);
  const begin = useEffectEvent((parent: HTMLElement) =>
    createAssemblyEditor(parent, {
      source,
      label: t("Source of {routine}", { routine: name }),
      onChange: (text) => onChange(text),
      onApply: () => onApply(),
      onStop: (line) => onStop(line),
      onCursor: (line) => onCursor(line),
      onKey: (key) => onKey(key),
    }),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another routine, or language, is another editor
  useEffect(() => {
    if (host.current === null) return;
    const made = begin(host.current);
    editor.current = made;
    return () => {
      editor.current = undefined;
      made.close();
    };
  }, [name, language]);

  useEffect(() => editor.current?.show(source), [source]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another editor has no marks yet
  useEffect(() => editor.current?.mark(errors, remarks), [errors, remarks, name, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => editor.current?.showMarks(marks), [marks, name, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => editor.current?.showStops(breakpoints), [breakpoints, source, name, language]);
  useEffect(() => {
    if (target !== undefined) editor.current?.goTo(target.line, target.column);
  }, [target]);

  return <div className="json program__source" ref={host} />;
}
