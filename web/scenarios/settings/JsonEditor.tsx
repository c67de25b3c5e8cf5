import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { createJsonEditor, type JsonEditor as Editor } from "./jsonEditor.ts";
import { useFormInWords, useSettings } from "./useSettings.ts";
import "./editor.css";
import { t } from "../../text/t.ts";

export { createJsonEditor };

/** The scenario as text, with completion and errors at their places. */
export default function JsonEditor() {
  const settings = useSettings();
  const state = useStore(settings.store);
  const form = useFormInWords();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);

  useEffect(() => {
    if (host.current === null) return;
    const { text, setText, undo, redo } = settings;
    const made = createJsonEditor(host.current, {
      text,
      setText,
      label: t("Scenario as JSON"),
      scenario: { form, undo, redo },
    });
    editor.current = made;
    return () => {
      editor.current = undefined;
      made.close();
    };
  }, [settings, form]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another form has made another editor
  useEffect(() => {
    editor.current?.show(settings.text(), state.errors, state.textFault);
  }, [settings, state, form]);

  return <div className="json clip grow" ref={host} />;
}
