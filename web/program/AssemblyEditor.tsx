import { useEffect, useEffectEvent } from "react";
import type { AssemblyError } from "../../lib/assembler/text.ts";
import { t } from "../text/t.ts";
import { createAssemblyEditor } from "./assemblyEditor.ts";
import type { Beside } from "./codeMarks.ts";
import type { StepKey } from "./debugKeys.ts";
import { useCodeMarks, useCodeView } from "./useCodeView.ts";
import "../scenarios/settings/editor.css";

interface AssemblyEditorProps {
  /** Another name means another text with its own undo history. */
  readonly name: string;
  readonly source: string;
  readonly errors: readonly AssemblyError[];
  readonly remarks: readonly AssemblyError[];
  /** Omitted for a source that is not debugged here. */
  readonly beside?: Beside;
  readonly onStop?: (line: number) => void;
  readonly onCursor?: (line: number) => void;
  readonly onKey?: (key: StepKey) => boolean;
  readonly onChange: (source: string) => void;
  readonly onApply: () => void;
  /** Line and column, from 1, to which the cursor moves. */
  readonly target: Pick<AssemblyError, "line" | "column"> | undefined;
}

const NOTHING: Beside = { marks: [], breakpoints: [], costs: [] };

/** Editor for the source of a program, with completion and errors at their places. */
export default function AssemblyEditor(props: AssemblyEditorProps) {
  const { name, source, errors, remarks, beside = NOTHING, target } = props;
  const onChange = useEffectEvent(props.onChange);
  const onApply = useEffectEvent(props.onApply);
  const onStop = useEffectEvent((line: number) => props.onStop?.(line));
  const onCursor = useEffectEvent((line: number) => props.onCursor?.(line));
  const onKey = useEffectEvent((key: StepKey) => props.onKey?.(key) === true);
  const place = useCodeView(name, (parent) =>
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
  const { host, view: editor, key } = place;

  useEffect(() => editor.current?.show(source), [editor, source]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another editor has no marks yet
  useEffect(() => editor.current?.mark(errors, remarks), [editor, errors, remarks, key]);
  useCodeMarks(place, source, beside);
  useEffect(() => {
    if (target !== undefined) editor.current?.goTo(target.line, target.column);
  }, [editor, target]);

  return <div className="json program__source clip grow" ref={host} />;
}
