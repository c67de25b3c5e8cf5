import { useEffect, useRef } from "react";
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import type { JsonEditor } from "../scenarios/settings/jsonEditor.ts";
import type { TextFault } from "../scenarios/settings/settings.ts";
import { WORDS } from "./words.ts";
import "../scenarios/settings/editor.css";

interface StructureEditorProps {
  readonly text: string;
  readonly errors: readonly ScenarioError[];
  readonly fault: TextFault | undefined;
  readonly onText: (text: string) => void;
}

/** The lab as JSON, with its mistakes where they stand. */
export function StructureEditor({ text, errors, fault, onText }: StructureEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<JsonEditor | undefined>(undefined);
  const latest = useRef({ text, errors, fault, onText });
  latest.current = { text, errors, fault, onText };

  useEffect(() => {
    let gone = false;
    import("../scenarios/settings/JsonEditor.tsx").then(({ createJsonEditor }) => {
      if (gone || host.current === null) return;
      editor.current = createJsonEditor(host.current, {
        label: WORDS.structureLabel,
        text: () => latest.current.text,
        setText: (next) => latest.current.onText(next),
      });
      editor.current.show(latest.current.text, latest.current.errors, latest.current.fault);
    });
    return () => {
      gone = true;
      editor.current?.close();
      editor.current = undefined;
    };
  }, []);

  useEffect(() => {
    editor.current?.show(text, errors, fault);
  }, [text, errors, fault]);

  return <div className="json lab-editor__json grow clip edge r-2" ref={host} />;
}
